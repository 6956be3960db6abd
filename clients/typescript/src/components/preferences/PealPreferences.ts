import type { PealClient, PreferencesView } from '../../core/PealClient.js';
import type { NotificationPreferences } from '../../core/model/Preferences.js';
import type { Store } from '../../core/store.js';
import { button, closeDialog, dialog, notice } from '../base/controls.js';
import { h, type Child } from '../base/h.js';
import { PealElement } from '../base/PealElement.js';
import { categoryItems } from './categories.js';
import { muteItems } from './mutes.js';
import type { Panel } from './Panel.js';
import { permissionItems } from './permission.js';
import { quietHoursItems } from './quietHours.js';
import { failures } from './settings.js';
import { preferencesSheet } from './styles.js';

/** The preference centre: permission, categories, quiet hours and mutes. Each change is saved as it is made. */
export class PealPreferences extends PealElement {
  static override readonly sheets = [preferencesSheet];
  private expanded: string | null = null;
  private isResetting = false;
  private isExplained = false;
  private savedAt: number | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    // The user may have changed the permission in the browser's settings meanwhile.
    this.listen(document, 'visibilitychange', () => {
      if (this.client && document.visibilityState === 'visible') this.run(this.client.permission.refresh());
    });
  }

  protected override stores(client: PealClient): readonly Store<unknown>[] {
    return [client.preferences.view, client.permission.view, client.config, client.inbox.view];
  }

  protected override started(client: PealClient): void {
    const { view } = client.preferences;
    this.savedAt = view.get().savedAt;
    this.whileConnected(view.subscribe(({ savedAt }) => {
      if (savedAt !== null && savedAt !== this.savedAt) this.say(this.t('preferences.saved'));
      this.savedAt = savedAt;
    }));
    this.run(client.preferences.load());
    this.run(client.permission.refresh());
  }

  protected override view(client: PealClient): Child {
    const view = client.preferences.view.get();
    const { value } = view;
    return h('div', { key: 'page', class: 'page', 'aria-busy': view.status === 'loading' && !value },
      h('div', { class: 'top' },
        h('h2', { tabindex: -1 }, this.t('preferences.title')),
        value && h('span', { class: 'soft small', part: 'count' }, this.count(value))),
      value ? [this.notices(client, view), this.sections(client, view, value)] : this.nothing(client, view));
  }

  private count(value: NotificationPreferences): string {
    return this.t('preferences.count', { count: value.enabledCount, total: Object.keys(value.categories).length });
  }

  private notices(client: PealClient, view: PreferencesView): Child {
    const isOffline = !client.outbox.get().isOnline;
    const retry = button('plain', () => this.run(client.preferences.load()), {}, this.t('retry'));
    return h('div', { key: 'notices', role: 'status' },
      view.isQueued ? notice('warn', 'queued', this.t('preferences.queued'))
        : view.isStale && isOffline ? notice('warn', 'offline', this.t('preferences.cached'))
          : view.isStale && view.status === 'failed'
            && notice('bad', 'stale', this.t('failed'), retry),
      failures(this.panel(client), ['reset']));
  }

  private sections(client: PealClient, view: PreferencesView, value: NotificationPreferences): Child {
    const panel = this.panel(client);
    return [
      this.section('push', this.t('preferences.push'), permissionItems(panel, value)),
      this.section('categories', this.t('preferences.categories'), categoryItems(panel, value)),
      this.section('quiet', this.t('preferences.when'),
        [value.quietHours && quietHoursItems(panel, value.quietHours), muteItems(panel, value)]),
      h('div', { key: 'foot', class: 'foot' },
        button('', () => this.set({ isResetting: true }), { disabled: view.saving.includes('reset') },
          this.t('preferences.reset'))),
      this.isResetting && this.confirmation(client),
    ];
  }

  private section(key: string, title: string, items: Child): Child {
    return h('section', { key, 'aria-label': title, part: 'section' }, h('h3', null, title), h('div', { class: 'box' }, items));
  }

  private confirmation(client: PealClient): Child {
    const reset = (event: Event): void => {
      closeDialog(event);
      this.run(client.preferences.reset());
    };
    return dialog('reset', this.t('preferences.reset'), () => this.set({ isResetting: false }),
      h('h2', null, this.t('preferences.resetTitle')),
      h('p', { class: 'soft' }, this.t('preferences.resetText')),
      h('div', { class: 'line' },
        button('', closeDialog, {}, this.t('cancel')),
        button('primary', reset, {}, this.t('preferences.reset'))));
  }

  private nothing(client: PealClient, view: PreferencesView): Child {
    const load = (): void => this.run(client.preferences.load());
    if (view.status === 'failed') return this.failed(view.error, !client.outbox.get().isOnline, load);
    return [
      h('p', { key: 'status', class: 'sr', role: 'status' }, this.t('loading')),
      h('div', { key: 'bones', class: 'box', 'aria-hidden': 'true' }, [40, 52, 34, 46, 38].map((width) =>
        h('div', { key: width, class: 'item' }, h('div', { class: 'head' },
          h('span', { class: 'grow' }, h('span', { class: 'bone', style: { width: `${width}%` } })),
          h('span', { class: 'bone', style: { width: '42px', height: '24px', 'border-radius': '99px' } }))))),
    ];
  }

  private panel(client: PealClient): Panel {
    return {
      client,
      view: client.preferences.view.get(),
      t: this.t,
      locale: this.locale,
      dates: this.dates,
      expanded: this.expanded,
      isExplained: this.isExplained,
      expand: (key) => this.set({ expanded: this.expanded === key ? null : key }),
      explainHow: () => this.set({ isExplained: true }),
      explain: this.explain,
      // Drawn again when it is done: a switch that was pressed and stays as it was shows that.
      run: (work) => this.run(work.finally(() => this.update())),
    };
  }

  private set(change: { expanded?: string | null; isResetting?: boolean; isExplained?: boolean }): void {
    if (change.expanded !== undefined) this.expanded = change.expanded;
    this.isResetting = change.isResetting ?? this.isResetting;
    this.isExplained = change.isExplained ?? this.isExplained;
    this.update();
  }
}
