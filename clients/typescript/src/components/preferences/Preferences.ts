import type { PealClient, PreferencesView } from '../../core/PealClient.js';
import type { NotificationPreferences } from '../../core/model/Preferences.js';
import { enabledText } from '../../words/preferences.js';
import { button, closeDialog, dialog, notice } from '../base/controls.js';
import { h, type Child } from '../base/h.js';
import type { Host, Part } from '../base/LazyElement.js';
import { categoryItems } from './categories.js';
import { muteItems } from './mutes.js';
import type { Panel } from './Panel.js';
import { permissionItems } from './permission.js';
import { quietHoursItems } from './quietHours.js';
import { failures } from './settings.js';
import { preferencesSheet } from './styles.js';

/** What `<peal-preferences>` shows: permission, categories, quiet hours and mutes. Each change is saved as it is made. */
export class Preferences implements Part {
  readonly sheet = preferencesSheet;
  private expanded: string | null = null;
  private isResetting = false;
  private isExplained = false;
  private savedAt: number | null = null;
  private end: () => void = () => {};

  constructor(private readonly host: Host) {}

  open(client: PealClient): void {
    this.close();
    const { t, run, say } = this.host;
    const { view } = client.preferences;
    this.savedAt = view.get().savedAt;
    const endSaved = view.subscribe(({ savedAt }) => {
      // Of several elements, only the one that the user sees says it.
      if (savedAt !== null && savedAt !== this.savedAt && this.host.element.checkVisibility()) say(t('preferences.saved'));
      this.savedAt = savedAt;
    });
    // The user may have changed the permission in the browser's settings meanwhile.
    const returned = (): void => {
      if (document.visibilityState === 'visible') run(client.permission.refresh());
    };
    document.addEventListener('visibilitychange', returned);
    this.end = () => {
      endSaved();
      document.removeEventListener('visibilitychange', returned);
    };
    run(client.preferences.load());
    run(client.permission.refresh());
  }

  close(): void {
    this.end();
  }

  view(client: PealClient): Child {
    const view = client.preferences.view.get();
    const { value } = view;
    return h('div', { key: 'page', class: 'page', 'aria-busy': view.status === 'loading' && !value },
      h('div', { class: 'top' },
        h('h2', { tabindex: -1 }, this.host.t('preferences.title')),
        value && h('span', { class: 'soft small', part: 'count' }, enabledText(this.host.t, value))),
      value ? [this.notices(client, view), this.sections(client, view, value)] : this.nothing(client, view));
  }

  private notices(client: PealClient, view: PreferencesView): Child {
    const isOffline = !client.outbox.get().isOnline;
    const retry = button('plain', () => this.host.run(client.preferences.load()), {}, this.host.t('retry'));
    return h('div', { key: 'notices', role: 'status' },
      view.isQueued ? notice('warn', 'queued', this.host.t('preferences.queued'))
        : view.isStale && isOffline ? notice('warn', 'offline', this.host.t('preferences.cached'))
          : view.isStale && view.status === 'failed'
            && notice('bad', 'stale', this.host.t('failed'), retry),
      failures(this.panel(client), ['reset']));
  }

  private sections(client: PealClient, view: PreferencesView, value: NotificationPreferences): Child {
    const panel = this.panel(client);
    return [
      this.section('push', this.host.t('preferences.push'), permissionItems(panel, value)),
      this.section('categories', this.host.t('preferences.categories'), categoryItems(panel, value)),
      this.section('quiet', this.host.t('preferences.when'),
        [value.quietHours && quietHoursItems(panel, value.quietHours), muteItems(panel, value)]),
      h('div', { key: 'foot', class: 'foot' },
        button('', () => this.set({ isResetting: true }), { disabled: view.saving.includes('reset') },
          this.host.t('preferences.reset'))),
      this.isResetting && this.confirmation(client),
    ];
  }

  private section(key: string, title: string, items: Child): Child {
    return h('section', { key, 'aria-label': title, part: 'section' }, h('h3', null, title), h('div', { class: 'box' }, items));
  }

  private confirmation(client: PealClient): Child {
    const reset = (event: Event): void => {
      closeDialog(event);
      this.host.run(client.preferences.reset());
    };
    return dialog('reset', this.host.t('preferences.reset'), () => this.set({ isResetting: false }),
      h('h2', null, this.host.t('preferences.resetTitle')),
      h('p', { class: 'soft' }, this.host.t('preferences.resetText')),
      h('div', { class: 'line' },
        button('', closeDialog, {}, this.host.t('cancel')),
        button('primary', reset, {}, this.host.t('preferences.reset'))));
  }

  private nothing(client: PealClient, view: PreferencesView): Child {
    const load = (): void => this.host.run(client.preferences.load());
    if (view.status === 'failed') return this.host.failed(view.error, !client.outbox.get().isOnline, load);
    return [
      h('p', { key: 'status', class: 'sr', role: 'status' }, this.host.t('loading')),
      h('div', { key: 'bones', class: 'box', 'aria-hidden': 'true' }, [40, 52, 34, 46, 38].map((width) =>
        h('div', { key: width, class: 'item' }, h('div', { class: 'head' },
          h('span', { class: 'grow' }, h('span', { class: 'bone', style: { width: `${width}%` } })),
          h('span', { class: 'bone', style: { width: '42px', height: '24px', 'border-radius': '99px' } }))))),
    ];
  }

  private panel(client: PealClient): Panel {
    const { t, locale, dates, explain, icon, run, update } = this.host;
    return {
      client, t, explain, icon,
      view: client.preferences.view.get(),
      locale: locale(),
      dates: dates(),
      expanded: this.expanded,
      isExplained: this.isExplained,
      expand: (key) => this.set({ expanded: this.expanded === key ? null : key }),
      explainHow: () => this.set({ isExplained: true }),
      // Drawn again when it is done: a switch that was pressed and stays as it was shows that.
      run: (work) => run(work.finally(update)),
    };
  }

  private set(change: { expanded?: string | null; isResetting?: boolean; isExplained?: boolean }): void {
    if (change.expanded !== undefined) this.expanded = change.expanded;
    this.isResetting = change.isResetting ?? this.isResetting;
    this.isExplained = change.isExplained ?? this.isExplained;
    this.host.update();
  }
}
