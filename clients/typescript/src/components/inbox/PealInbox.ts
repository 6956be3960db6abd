import type { InboxView, PealClient } from '../../core/PealClient.js';
import type { Notification } from '../../core/model/Notification.js';
import type { Store } from '../../core/store.js';
import { button, iconButton, notice, stateView } from '../base/controls.js';
import { h, type Child } from '../base/h.js';
import { icon } from '../base/icons.js';
import { PealElement } from '../base/PealElement.js';
import { placeUnder } from '../base/placeUnder.js';
import { grouped, type Group, type GroupBy } from './groups.js';
import { Heights } from './Heights.js';
import { row, type CategoryOfRow, type RowAct, type RowContext } from './row.js';
import { inboxSheet } from './styles.js';
import { swipeable } from './swipe.js';

const MINUTE = 60_000;
/** What is drawn above and below the visible part, in pixels. */
const OVERSCAN = 500;
/** A row that stays on the screen this long was viewed. */
const VIEWED_AFTER = 1_000;
const GUESSED_HEIGHT = 84;

interface Entry {
  readonly key: string;
  readonly group: Group;
  readonly item: Notification | null;
}

/** The user's notifications. Attributes: `group-by` (`date`, `type`), `virtualize-from` (rows, 200). Slot `actions`: the heading's end. */
export class PealInbox extends PealElement {
  static override readonly sheets = [inboxSheet];
  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, 'group-by', 'virtualize-from'];
  }

  private openId: string | null = null;
  private replyId: string | null = null;
  private entries: Entry[] = [];
  private heights = new Heights(GUESSED_HEIGHT);
  private range: readonly [from: number, to: number] = [0, 30];
  /** The row that has the focus is drawn wherever it is. */
  private pinned: string | undefined;
  private frame = 0;
  private width = 0;
  private rows: readonly Notification[] = [];
  private reported = new Set<string>();
  private viewedTimer = 0;
  private resizes: ResizeObserver | undefined;

  constructor() {
    super();
    swipeable(this.root, (id) => this.client?.inbox.remove(id));
    this.root.addEventListener('keydown', (event) => this.keyPressed(event as KeyboardEvent));
    this.root.addEventListener('scroll', () => this.look(), { capture: true, passive: true });
  }

  get groupBy(): GroupBy {
    return this.getAttribute('group-by') === 'type' ? 'type' : 'date';
  }

  set groupBy(value: GroupBy) {
    this.setAttribute('group-by', value);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const look = (): void => this.look();
    addEventListener('scroll', look, { capture: true, passive: true });
    addEventListener('resize', look, { passive: true });
    document.addEventListener('visibilitychange', look);
    this.resizes = new ResizeObserver(() => this.resized());
    this.resizes.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    cancelAnimationFrame(this.frame);
    clearTimeout(this.viewedTimer);
    this.frame = 0;
    this.resizes?.disconnect();
  }

  protected override stores(client: PealClient): readonly Store<unknown>[] {
    return [client.inbox.view, client.preferences.view, client.config];
  }

  protected override started(client: PealClient): void {
    const clock = setInterval(() => this.update(), MINUTE);
    this.whileConnected(() => clearInterval(clock));
    this.reported.clear();
    if (client.inbox.view.get().status === 'loading') this.run(client.inbox.load());
  }

  protected override view(client: PealClient): Child {
    const view = client.inbox.view.get();
    const isOff = view.status === 'off';
    return [
      this.header(client, view),
      this.notices(client, view),
      h('div', { key: 'scroll', class: 'scroll', part: 'list', 'aria-busy': view.status === 'loading' },
        isOff ? stateView('bell', this.t('inbox.off'), null) : this.content(client, view)),
      view.undo && h('div', { key: 'undo', class: 'undo', role: 'status', part: 'undo' },
        h('span', { class: 'grow' }, this.t(view.undo.kind === 'clear' ? 'inbox.cleared' : 'inbox.deleted', { count: view.undo.count })),
        button('', () => this.run(client.inbox.undo()), {}, this.t('inbox.undo'))),
    ];
  }

  private header(client: PealClient, view: InboxView): Child {
    const status = view.filter.status ?? 'all';
    const show = (wanted: 'all' | 'unread'): void => this.run(client.inbox.load({ ...view.filter, status: wanted }));
    return h('header', { key: 'header', part: 'header' },
      h('div', { class: 'line' },
        h('h2', { tabindex: -1 }, this.t('inbox.title')),
        h('div', { class: 'line' },
          view.unreadCount > 0 && button('quiet', () => this.run(client.inbox.markAllRead()), { key: 'all-read' }, this.t('inbox.markAllRead')),
          iconButton('dots', this.t('inbox.menu'), (event) => this.openMenu(event.currentTarget as Element), { key: 'menu', 'aria-haspopup': 'true' }),
          h('slot', { key: 'actions', name: 'actions' }))),
      h('div', { class: 'filters', role: 'group', 'aria-label': this.t('inbox.title') },
        button('', () => show('all'), { 'aria-pressed': status !== 'unread' }, this.t('inbox.all')),
        button('', () => show('unread'), { 'aria-pressed': status === 'unread' }, this.t('inbox.unread'),
          view.unreadCount > 0 && h('span', { class: 'count' }, view.unreadCount))),
      h('div', { class: 'menu', popover: 'auto', role: 'group', 'aria-label': this.t('inbox.menu') },
        (['date', 'type'] as const).map((by) => button('', () => this.chooseGroups(by), { key: by, 'aria-pressed': this.groupBy === by },
          this.t(by === 'date' ? 'inbox.byDate' : 'inbox.byType'), this.groupBy === by && icon('check'))),
        view.items.some((item) => !item.alert)
          && button('danger', () => this.clear(client), { key: 'clear' }, icon('trash'), this.t('inbox.clear'))));
  }

  private notices(client: PealClient, view: InboxView): Child {
    if (view.status === 'off') return null;
    const retry = (): void => this.run(view.items.length && view.hasMore ? client.inbox.loadMore() : client.inbox.load(view.filter));
    return h('div', { key: 'notices', role: 'status' },
      view.mode === 'offline' && notice('warn', 'offline', this.t('inbox.offline')),
      view.mode === 'polling' && notice('', 'polling', this.t('live.polling')),
      view.error && view.items.length > 0 && view.mode !== 'offline'
        && notice('bad', 'error', this.explain(view.error), button('quiet', retry, {}, this.t('retry'))));
  }

  private content(client: PealClient, view: InboxView): Child {
    this.rows = [];
    this.entries = [];
    if (!view.items.length) return this.nothing(client, view);
    const context = this.context(client);
    const alerts = view.items.filter((item) => item.alert);
    const others = view.items.filter((item) => !item.alert);
    const groups = grouped(others, this.groupBy, this.dates, context.now, (name) => context.category(name).title);
    this.rows = [...alerts, ...groups.flatMap((group) => group.items)];
    return [
      alerts.length > 0 && h('section', { key: 'alerts', class: 'alerts', part: 'alerts', 'aria-label': this.t('inbox.alerts') },
        h('h3', null, icon('alert'), this.t('inbox.alerts')),
        h('ul', null, alerts.map((item) => row(item, context, {})))),
      this.list(groups, context),
      view.isLoadingMore && h('p', { key: 'more', class: 'more soft small' }, this.t('loading')),
    ];
  }

  private list(groups: readonly Group[], context: RowContext): Child {
    this.entries = groups.flatMap((group): Entry[] => [
      { key: group.key, group, item: null }, ...group.items.map((item) => ({ key: item.id, group, item }))]);
    const size = this.rows.length;
    const isVirtual = this.isVirtual;
    if (isVirtual) this.heights.arrange(this.entries.map((entry) => entry.key));
    const [from, to] = isVirtual ? this.range : [0, this.entries.length];
    const isDrawn = (index: number): boolean => (index >= from && index < to) || this.entries[index]!.key === this.pinned;
    const place = (index: number): Record<string, unknown> =>
      isVirtual ? { style: { transform: `translateY(${this.heights.offset(index)}px)` } } : {};
    let index = 0;
    let position = size - this.entries.filter((entry) => entry.item).length;
    const sections = groups.map((group) => {
      const headIndex = index++;
      const drawn = group.items.map((item) => {
        position += 1;
        const at = index++;
        return isDrawn(at) && row(item, context, { 'aria-posinset': position, 'aria-setsize': size, ...place(at) });
      }).filter(Boolean);
      if (!drawn.length && !isDrawn(headIndex)) return null;
      return h('section', { key: group.key, 'aria-label': group.title },
        isDrawn(headIndex) && h('h3', { 'data-head': group.key, ...place(headIndex) }, group.title), drawn.length > 0 && h('ul', null, drawn));
    });
    const height = isVirtual ? `${this.heights.total}px` : 'auto';
    return h('div', { key: 'list', class: isVirtual ? 'list virtual' : 'list', style: { height } }, sections);
  }

  private nothing(client: PealClient, view: InboxView): Child {
    if (view.status === 'loading') {
      const bones = [62, 48, 70, 54, 66, 44].map((width, index) => h('div', { key: index, class: 'skeleton', 'aria-hidden': 'true' },
        h('span', { class: 'mark' }), h('span', { class: 'words' },
          h('span', { class: 'bone', style: { width: `${width}%`, 'margin-block': '4px 8px' } }), h('span', { class: 'bone', style: { width: '88%' } }))));
      return [h('p', { key: 'status', class: 'sr', role: 'status' }, this.t('loading')), bones];
    }
    if (view.status === 'failed') {
      const isOffline = view.mode === 'offline';
      return stateView(isOffline ? 'offline' : 'alert', this.t(isOffline ? 'offline' : 'failed'),
        isOffline ? this.t('offlineHint') : this.explain(view.error),
        button('primary', () => this.run(client.inbox.load(view.filter)), {}, this.t('retry')));
    }
    const isFiltered = view.filter.status === 'unread';
    return stateView('bell', this.t(isFiltered ? 'inbox.noUnread' : 'inbox.empty'), isFiltered ? null : this.t('inbox.emptyHint'));
  }

  private context(client: PealClient): RowContext {
    const preferences = client.preferences.view.get().value;
    const configured = client.config.get()?.categories ?? [];
    const known = new Map<string, CategoryOfRow>();
    const category = (name: string): CategoryOfRow => {
      let found = known.get(name);
      if (!found) {
        const config = configured.find((one) => one.name === name || one.key === name);
        const key = config?.key ?? name;
        const own = preferences?.categories[key];
        const isLocked = own?.locked || config?.adjustable === false;
        found = {
          key,
          title: own?.title ?? config?.title ?? name.replace(/[-_]/g, ' '),
          icon: own?.icon ?? config?.icon ?? 'bell',
          canTurnOff: !isLocked && (own ?? config) !== undefined,
          isOff: own?.enabled === false,
          lockReason: isLocked ? (own?.lockReason ? this.locale.sentence(own.lockReason) : this.t('error.category-locked')) : null,
        };
        known.set(name, found);
      }
      return found;
    };
    return {
      client,
      t: (key, values) => this.t(key, values),
      dates: this.dates,
      now: Date.now(),
      openId: this.openId,
      replyId: this.replyId,
      category,
      muteOf: (scope, target) => preferences?.mutes.find((mute) => mute.scope === scope && mute.target === target),
      act: (what, item, value) => this.act(client, what, item, category(item.category), value),
    };
  }

  private act(client: PealClient, what: RowAct, item: Notification, category: CategoryOfRow, value?: string): void {
    const { inbox, preferences } = client;
    const { id } = item;
    switch (what) {
      case 'open': return this.run(this.send('peal-open', { id, link: item.link }) ? inbox.open(id) : inbox.markRead(id));
      case 'delete': return inbox.remove(id);
      case 'read': return this.run(inbox.markRead(id));
      case 'unread': return this.run(inbox.markUnread(id));
      case 'acknowledge': return this.run(inbox.acknowledge(id));
      case 'action': return this.run(this.take(client, id, value!));
      case 'turn-off':
      case 'turn-on': return this.turn(client, category, what === 'turn-on');
      case 'mute-thread': return this.run(this.mute(client, 'thread', item.thread!, value!));
      case 'mute-category': return this.run(this.mute(client, 'category', category.key, value!));
      case 'unmute': return this.run(preferences.unmute(value!));
      case 'reply':
        this.replyId = id;
        return this.update();
      case 'options':
        this.openId = this.openId === id ? null : id;
        if (!preferences.view.get().value) this.run(preferences.load());
        return this.update();
    }
  }

  private turn(client: PealClient, category: CategoryOfRow, enabled: boolean): void {
    const change = (value: boolean): void => this.run(client.preferences.setCategory(category.key, { enabled: value }));
    change(enabled);
    const undo = enabled ? undefined : { label: this.t('inbox.undo'), run: () => change(true) };
    this.say(this.t('preferences.saved'), undo);
  }

  private async mute(client: PealClient, scope: 'thread' | 'category', id: string, duration: string): Promise<void> {
    await client.preferences.mute({ scope, id, for: duration });
    this.say(this.t('preferences.saved'));
  }

  private async take(client: PealClient, notification: string, id: string): Promise<void> {
    const result = await client.replies.take(notification, { id });
    if (result.status === 'refused') this.say(this.explain(result.error));
    else this.say(result.confirmation ?? this.t(result.status === 'queued' ? 'reply.queued' : 'reply.sent'));
  }

  private clear(client: PealClient): void {
    this.menu?.hidePopover();
    this.run(client.inbox.clear());
  }

  private chooseGroups(by: GroupBy): void {
    this.groupBy = by;
    this.menu?.hidePopover();
  }

  private openMenu(anchor: Element): void {
    const { menu } = this;
    if (!menu) return;
    menu.togglePopover();
    placeUnder(anchor, menu);
  }

  private get menu(): HTMLElement | null {
    return this.root.querySelector('.menu');
  }

  // Keyboard and focus

  private keyPressed(event: KeyboardEvent): void {
    const id = (event.target as HTMLElement).dataset['focus'];
    if (!id || event.altKey || event.ctrlKey || event.metaKey) return;
    const index = this.rows.findIndex((item) => item.id === id);
    const last = this.rows.length - 1;
    const next = { ArrowDown: Math.min(last, index + 1), ArrowUp: Math.max(0, index - 1), Home: 0, End: last }[event.key];
    if (event.key === 'Delete' && !this.rows[index]?.alert) this.client?.inbox.remove(id);
    else if (next === undefined) return;
    else this.focusRow(next);
    event.preventDefault();
  }

  private focusRow(index: number): void {
    const id = this.rows[index]?.id;
    this.pinned = id;
    if (this.isVirtual) super.draw();
    this.root.querySelector<HTMLElement>(`[data-focus="${CSS.escape(id ?? '')}"]`)?.focus();
  }

  /** The row with the focus left: the one that took its place has the focus now; a row that changed keeps it. */
  protected override focusLost(lost: Element): void {
    const id = lost.closest<HTMLElement>('[data-row]')?.dataset['row'];
    const before = this.lastRows;
    const index = id === undefined ? -1 : this.rows.findIndex((item) => item.id === id);
    if (id === undefined || !this.rows.length) return super.focusLost(lost);
    this.focusRow(index >= 0 ? index : Math.min(Math.max(0, before.indexOf(id)), this.rows.length - 1));
  }

  private lastRows: readonly string[] = [];

  protected override draw(): void {
    this.lastRows = this.rows.map((item) => item.id);
    this.pinned = this.root.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'];
    super.draw();
  }

  // The visible part

  private get isVirtual(): boolean {
    return this.entries.length >= Number(this.getAttribute('virtualize-from') ?? 200);
  }

  protected override drawn(): void {
    if (this.isVirtual) this.settle();
    this.look();
  }

  /** Measures what was drawn; a height that is another than was guessed moves what is below it, never what is on the screen. */
  private settle(): void {
    const list = this.root.querySelector('.list');
    if (!list) return;
    const heights = new Map<string, number>();
    for (const one of list.querySelectorAll<HTMLElement>('[data-row],[data-head]')) {
      heights.set(one.dataset['row'] ?? one.dataset['head']!, one.offsetHeight);
      if (one.querySelector('peal-quick-reply')) this.resizes?.observe(one);
    }
    const anchor = this.heights.indexAt(Math.max(0, this.visible(list)[0]));
    const offset = this.heights.offset(anchor);
    if (!this.heights.measure(heights)) return;
    const moved = this.heights.offset(anchor) - offset;
    this.draw();
    if (moved) this.scroller(list).scrollBy(0, moved);
  }

  /** From where to where the list is on the screen, from its top. */
  private visible(list: Element): readonly [top: number, bottom: number] {
    const box = list.getBoundingClientRect();
    const clip = list.parentElement!.getBoundingClientRect();
    return [Math.max(0, clip.top) - box.top, Math.min(innerHeight, clip.bottom) - box.top];
  }

  private scroller(list: Element): Element | Window {
    const own = list.parentElement!;
    return own.scrollHeight > own.clientHeight + 1 ? own : window;
  }

  private resized(): void {
    const width = this.clientWidth;
    if (width !== this.width) this.heights.forget();
    this.width = width;
    if (this.isVirtual) this.draw();
    this.look();
  }

  private look(): void {
    if (!this.frame) this.frame = requestAnimationFrame(() => this.lookNow());
  }

  private lookNow(): void {
    this.frame = 0;
    const list = this.root.querySelector('.list');
    const { client } = this;
    if (!list || !client || !this.clientWidth) return;
    const [top, bottom] = this.visible(list);
    if (this.isVirtual) {
      const from = this.heights.indexAt(Math.max(0, top - OVERSCAN));
      const to = this.heights.indexAt(bottom + OVERSCAN) + 1;
      if (from !== this.range[0] || to !== this.range[1]) {
        this.range = [from, to];
        this.draw();
      }
    }
    const view = client.inbox.view.get();
    const isNearEnd = (list as HTMLElement).offsetHeight - bottom < OVERSCAN;
    if (isNearEnd && view.hasMore && !view.isLoadingMore && !view.error && view.status === 'ready') this.run(client.inbox.loadMore());
    clearTimeout(this.viewedTimer);
    this.viewedTimer = window.setTimeout(() => this.reportViewed(client), VIEWED_AFTER);
  }

  private reportViewed(client: PealClient): void {
    if (document.visibilityState !== 'visible' || !this.checkVisibility()) return;
    const view = client.inbox.view.get();
    if (view.status === 'ready' && view.unseenCount > 0) this.run(client.inbox.markAllSeen());
    const ids: string[] = [];
    const scroll = this.root.querySelector('.scroll')!.getBoundingClientRect();
    for (const one of this.root.querySelectorAll<HTMLElement>('[data-row]')) {
      const id = one.dataset['row']!;
      const box = one.getBoundingClientRect();
      const middle = (box.top + box.bottom) / 2;
      const isInside = middle > Math.max(0, scroll.top) && middle < Math.min(innerHeight, scroll.bottom);
      if (isInside && !this.reported.has(id)) ids.push(id);
    }
    for (const id of ids) this.reported.add(id);
    if (ids.length) this.run(client.inbox.viewed(ids));
  }
}
