import type { InboxView, PealClient } from '../../core/PealClient.js';
import type { Notification } from '../../core/model/Notification.js';
import type { Store } from '../../core/createStore.js';
import { categoriesOf, type CategoryOfRow } from '../../words/categories.js';
import { grouped, type Group, type GroupBy } from '../../words/groups.js';
import { button, notice, stateView } from '../base/controls.js';
import { h, type Child } from '../base/h.js';
import { icon } from '../base/icons.js';
import { PealElement } from '../base/PealElement.js';
import { placeUnder } from '../base/placeUnder.js';
import { listHeader } from './header.js';
import { ListWindow } from './ListWindow.js';
import { loadingRows, row, type RowAct, type RowContext } from './row.js';
import { actOnRow } from './rowActs.js';
import { inboxSheet } from './styles.js';
import { swipeable } from './swipe.js';

const MINUTE = 60_000;
/** A row that stays on the screen this long was viewed. */
const VIEWED_AFTER = 1_000;

/**
 * The user's notifications. Attributes: `group-by` (`date`, `type`), `virtualize-from` (rows, 200). Slot `actions`: the end of
 * the heading.
 */
export class PealInbox extends PealElement {
  static override readonly sheets = [inboxSheet];
  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, 'group-by', 'virtualize-from'];
  }

  private openId: string | null = null;
  private replyId: string | null = null;
  /** Rows as they are shown, and as they were before the last drawing. */
  private rows: readonly Notification[] = [];
  private rowsBefore: readonly Notification[] = [];
  private readonly rowsPart = new ListWindow();
  /** The row that gets the focus next. */
  private target: string | undefined;
  private frame = 0;
  private width = 0;
  private readonly viewed = new Set<string>();
  private viewedTimer = 0;
  private resizes: ResizeObserver | undefined;

  constructor() {
    super();
    swipeable(this.root, (id) => this.client?.inbox.remove(id));
    this.root.addEventListener('keydown', (event) => this.keyPressed(event as KeyboardEvent));
  }

  get groupBy(): GroupBy {
    return this.getAttribute('group-by') === 'type' ? 'type' : 'date';
  }

  set groupBy(value: GroupBy) {
    this.setAttribute('group-by', value);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // The list's own scroller and the page's: a scroll does not leave a shadow root.
    for (const target of [window, this.root]) this.listen(target, 'scroll', this.look);
    this.listen(window, 'resize', this.look);
    this.listen(document, 'visibilitychange', this.look);
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
    this.viewed.clear();
    if (client.inbox.view.get().status === 'loading') this.run(client.inbox.load());
  }

  protected override view(client: PealClient): Child {
    const view = client.inbox.view.get();
    if (view.status === 'off') return null;
    return [
      this.header(client, view),
      this.notices(client, view),
      h('div', { key: 'scroll', class: 'scroll', part: 'list', 'aria-busy': view.status === 'loading' },
        this.content(client, view)),
      h('div', { key: 'undo', class: 'undo', role: 'status', part: 'undo' }, view.undo && [
        h('span', { class: 'grow' },
          this.t(view.undo.kind === 'clear' ? 'inbox.cleared' : 'inbox.deleted', { count: view.undo.count })),
        button('plain', () => this.undo(client), { 'aria-keyshortcuts': 'Control+Z' }, this.t('inbox.undo')),
        h('span', { class: 'sr' }, this.t('inbox.undoKey')),
      ]),
    ];
  }

  /** Brings back what was deleted, and the focus to it. */
  private undo(client: PealClient): void {
    const known = new Set(this.rows.map(({ id }) => id));
    this.run(client.inbox.undo().then(() => {
      this.draw();
      const index = this.rows.findIndex(({ id }) => !known.has(id));
      if (index < 0) return;
      this.focusRow(index);
      this.say(this.t('inbox.restored'));
    }));
  }

  private header(client: PealClient, view: InboxView): Child {
    const { inbox } = client;
    return listHeader(view, {
      t: this.t,
      groupBy: this.groupBy,
      show: (status) => this.run(inbox.load({ ...view.filter, status })),
      group: (by) => this.fromMenu(() => (this.groupBy = by)),
      openMenu: (anchor) => this.openMenu(anchor),
      markAllRead: () => this.run(inbox.markAllRead()),
      clear: () => this.fromMenu(() => this.run(inbox.clear())),
    });
  }

  private notices(client: PealClient, view: InboxView): Child {
    const { inbox } = client;
    const retry = (): void => this.run(view.hasMore ? inbox.loadMore() : inbox.load(view.filter));
    return h('div', { key: 'notices', role: 'status' },
      view.mode === 'offline' && notice('warn', 'offline', this.t('offlineStale')),
      view.mode === 'polling' && notice('', 'polling', this.t('live.polling')),
      view.error && view.items.length > 0 && view.mode !== 'offline'
        && notice('bad', 'error', this.explain(view.error), button('plain', retry, {}, this.t('retry'))));
  }

  private content(client: PealClient, view: InboxView): Child {
    this.rows = [];
    if (!view.items.length) return this.nothing(client, view);
    const context = this.context(client);
    const alerts = view.items.filter((item) => item.alert);
    const others = view.items.filter((item) => !item.alert);
    const groups = grouped(others, this.groupBy, this.dates, context.now, (name) => context.category(name).title);
    this.rows = [...alerts, ...groups.flatMap(({ parts }) => parts.flatMap((one) => one.items))];
    return [
      alerts.length > 0 && h('section', { key: 'alerts', class: 'alerts', part: 'alerts', 'aria-label': this.t('inbox.alerts') },
        h('h3', null, icon('alert'), this.t('inbox.alerts')),
        h('ul', null, alerts.map((item) => row(item, context, {})))),
      this.list(groups, context, alerts.length),
      view.isLoadingMore && h('p', { key: 'more', class: 'more soft small' }, this.t('loading')),
    ];
  }

  private list(groups: readonly Group[], context: RowContext, before: number): Child {
    const part = this.rowsPart;
    const size = this.rows.length;
    const keys: string[] = [];
    for (const { key, parts } of groups) {
      keys.push(key);
      for (const one of parts) keys.push(...(one.title ? [one.key] : []), ...one.items.map((item) => item.id));
    }
    part.arrange(keys, size >= Number(this.getAttribute('virtualize-from') ?? 200));
    // Headings and rows in the order of the keys.
    let at = 0;
    let position = before;
    const heading = (tag: string, key: string, title: string): Child => {
      const entry = at++;
      return part.isDrawn(entry) && h(tag, { key, 'data-entry': key, ...part.place(entry) }, title);
    };
    const entryOf = (item: Notification): Child => {
      const entry = at++;
      const props = { 'data-entry': item.id, 'aria-posinset': ++position, 'aria-setsize': size, ...part.place(entry) };
      return part.isDrawn(entry) && row(item, context, props);
    };
    const sections = groups.map(({ key, title, parts }) => {
      const content: Child[] = [heading('h3', key, title)];
      for (const one of parts) {
        if (one.title) content.push(heading('h4', one.key, one.title));
        const rows = one.items.map(entryOf);
        if (rows.some(Boolean)) content.push(h('ul', { key: `${one.key}-rows` }, rows));
      }
      return content.some(Boolean) && h('section', { key, 'aria-label': title }, content);
    });
    return h('div', { key: 'list', class: part.isVirtual ? 'list virtual' : 'list', style: { height: part.height } }, sections);
  }

  private nothing(client: PealClient, view: InboxView): Child {
    if (view.status === 'loading') return loadingRows(this.t('loading'));
    const load = (): void => this.run(client.inbox.load(view.filter));
    if (view.status === 'failed') return this.failed(view.error, view.mode === 'offline', load);
    if (view.filter.status === 'unread') return stateView('bell', this.t('inbox.noUnread'), null);
    return stateView('bell', this.t('inbox.empty'), this.t('inbox.emptyHint'));
  }

  private context(client: PealClient): RowContext {
    const category = this.categories(client);
    const mutes = client.preferences.view.get().value?.mutes;
    return {
      client,
      t: this.t,
      dates: this.dates,
      now: this.dates.now(),
      openId: this.openId,
      replyId: this.replyId,
      category,
      muteOf: (scope, target) => mutes?.find((mute) => mute.scope === scope && mute.target === target),
      act: (what, item, value) => this.act(client, what, item, value),
    };
  }

  private categories({ config, preferences }: PealClient): (name: string) => CategoryOfRow {
    return categoriesOf(config.get(), preferences.view.get().value, this.locale);
  }

  private act(client: PealClient, what: RowAct, item: Notification, value?: string): void {
    const { id } = item;
    if (what === 'open') {
      this.run(this.send('peal-open', { id, link: item.link }) ? client.inbox.open(id) : client.inbox.markRead(id));
    } else if (what === 'options') {
      this.openId = this.openId === id ? null : id;
      if (!client.preferences.view.get().value) this.run(client.preferences.load());
    } else if (what === 'reply') {
      this.replyId = id;
    } else {
      const { t, run, say, explain, dates } = this;
      actOnRow({ client, t, run, say, explain, dates }, what, item, this.categories(client)(item.category), value);
    }
    this.update();
  }

  private fromMenu(act: () => void): void {
    this.menu?.hidePopover();
    act();
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
    const { client } = this;
    if (event.key === 'z' && (event.ctrlKey || event.metaKey) && client?.inbox.view.get().undo) {
      event.preventDefault();
      return this.undo(client);
    }
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
    const id = this.rows[index]!.id;
    this.target = id;
    if (this.rowsPart.isVirtual) this.draw();
    this.root.querySelector<HTMLElement>(`[data-focus="${CSS.escape(id)}"]`)?.focus();
    this.target = undefined;
  }

  /** The row with the focus left: the one that took its place has the focus now; a row that changed keeps it. */
  protected override focusLost(lost: Element, around: readonly Element[]): void {
    if (this.target !== undefined) return;
    const row = around.findIndex((one) => one.matches('[data-row]'));
    const id = (around[row] as HTMLElement | undefined)?.dataset['row'] ?? lost.closest<HTMLElement>('[data-row]')?.dataset['row'];
    if (id === undefined || !this.rows.length) return super.focusLost(lost, []);
    // The row is still there: what is nearest in it, such as "Unmute" in place of "1 hour".
    if (around[row]?.isConnected) return super.focusLost(lost, around.slice(0, row + 1));
    const at = (rows: readonly Notification[]): number => rows.findIndex((item) => item.id === id);
    const index = at(this.rows);
    this.focusRow(index >= 0 ? index : Math.min(Math.max(0, at(this.rowsBefore)), this.rows.length - 1));
  }

  protected override draw(): void {
    this.rowsBefore = this.rows;
    this.rowsPart.pinned = this.target ?? this.root.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'];
    super.draw();
  }

  // The visible part

  private get listElement(): HTMLElement | null {
    return this.root.querySelector('.list');
  }

  protected override drawn(): void {
    const { listElement: list } = this;
    if (list && this.rowsPart.isVirtual) {
      this.rowsPart.settle(list);
      // It grows when its replies are drawn.
      for (const one of list.querySelectorAll('peal-quick-reply')) this.resizes?.observe(one);
    }
    this.look();
  }

  private resized(): void {
    const width = this.clientWidth;
    if (width !== this.width) this.rowsPart.forget();
    this.width = width;
    const { listElement: list } = this;
    if (list && this.rowsPart.isVirtual) this.rowsPart.settle(list);
    this.look();
  }

  private readonly look = (): void => {
    this.frame = this.frame || requestAnimationFrame(() => this.lookNow());
  };

  private lookNow(): void {
    this.frame = 0;
    const { client, listElement: list } = this;
    if (!list || !client || !this.clientWidth) return;
    if (this.rowsPart.follow(list)) this.draw();
    const view = client.inbox.view.get();
    const canLoad = view.hasMore && !view.isLoadingMore && !view.error && view.status === 'ready';
    if (canLoad && this.rowsPart.isNearEnd(list)) this.run(client.inbox.loadMore());
    clearTimeout(this.viewedTimer);
    this.viewedTimer = window.setTimeout(() => this.reportViewed(client), VIEWED_AFTER);
  }

  private reportViewed(client: PealClient): void {
    if (document.visibilityState !== 'visible' || !this.checkVisibility()) return;
    const view = client.inbox.view.get();
    if (view.status === 'ready' && view.unseenCount > 0) this.run(client.inbox.markAllSeen());
    const clip = this.root.querySelector('.scroll')!.getBoundingClientRect();
    const ids = [...this.root.querySelectorAll<HTMLElement>('[data-row]')].filter((one) => {
      const box = one.getBoundingClientRect();
      const middle = (box.top + box.bottom) / 2;
      return middle > Math.max(0, clip.top) && middle < Math.min(innerHeight, clip.bottom);
    }).map((one) => one.dataset['row']!).filter((id) => !this.viewed.has(id));
    for (const id of ids) this.viewed.add(id);
    if (ids.length) this.run(client.inbox.viewed(ids));
  }
}
