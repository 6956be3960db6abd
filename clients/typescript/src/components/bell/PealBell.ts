import type { PealClient } from '../../core/PealClient.js';
import type { Store } from '../../core/createStore.js';
import { enabledText } from '../../words/preferences.js';
import { button, iconButton } from '../base/controls.js';
import { h, type Child } from '../base/h.js';
import { icon } from '../base/icons.js';
import { PealElement } from '../base/PealElement.js';
import { placeUnder } from '../base/placeUnder.js';
import { sheet } from '../base/sheet.js';
import { preferencesCode } from '../preferences/PealPreferences.js';

const MOST = 99;

const bellSheet = sheet(`
:host { display: inline-block; }
.bell { position: relative; display: inline-grid; place-items: center; width: 44px; height: 44px; padding: 0; border: 0;
  border-radius: 50%; background: transparent; color: inherit; }
.bell:hover, .bell[aria-expanded=true] { background: color-mix(in srgb, currentcolor 9%, transparent); }
.bell .icon { width: 22px; height: 22px; }
.number { position: absolute; inset-block-start: 1px; inset-inline-start: calc(50% + 4px); min-width: 1.5em; padding: 0 5px;
  border-radius: 99px; background: light-dark(#c22f24, #ff8d82); color: light-dark(#fff, #2b0805);
  box-shadow: 0 0 0 2px var(--_surface); font-size: var(--t4); font-weight: 700; line-height: 1.5; text-align: center;
    font-variant-numeric: tabular-nums; }
.panel { position: fixed; margin: 0; inset: auto; width: min(430px, 100vw - 16px); height: min(640px, 100dvh - 84px); padding: 0;
  overflow: hidden; }
.panel:popover-open { display: flex; flex-direction: column; }
.panel > * { flex: 1; min-height: 0; }
.panel .bar { flex: none; display: flex; align-items: center; gap: 6px; padding: 8px 10px 0; font-size: var(--t3);
  font-weight: 600; }
peal-preferences { overflow-y: auto; }
[slot=actions]:has(.count) { display: inline-flex; align-items: center; justify-content: center; gap: 4px; width: auto; padding-inline: 8px;
  border-radius: 99px; }
@media (max-width: 480px) { .panel { inset: 0 !important; width: 100vw; height: 100dvh; max-width: none; max-height: none;
  border: 0; border-radius: 0; } }
@media (forced-colors: active) { .number { border: 1px solid CanvasText; } }
`);

/**
 * A bell with the number of new notifications; opens the inbox and, from there, the preferences. `preferences-href` leads to a
 * page of the app's own instead.
 */
export class PealBell extends PealElement {
  static override readonly sheets = [bellSheet];
  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, 'preferences-href'];
  }

  private isOpen = false;
  private isSettings = false;

  protected override stores(client: PealClient): readonly Store<unknown>[] {
    return [client.inbox.view, client.preferences.view];
  }

  protected override started(client: PealClient): void {
    if (client.inbox.view.get().status === 'loading') this.run(client.inbox.load());
  }

  protected override view(client: PealClient): Child {
    const view = client.inbox.view.get();
    if (view.status === 'off') return null;
    const { count } = view.badge;
    return [
      h('button', {
        key: 'bell', type: 'button', class: 'bell', part: 'button', onclick: () => this.toggle(),
        'aria-haspopup': 'dialog', 'aria-expanded': this.isOpen,
        'aria-label': count ? this.t('bell.new', { count }) : this.t('inbox.title'),
      }, icon('bell'),
      count > 0 && h('span', { class: 'number', part: 'badge', 'aria-hidden': 'true' }, count > MOST ? `${MOST}+` : count)),
      h('div', {
        key: 'panel', class: 'panel raised', part: 'panel', popover: 'auto',
        role: 'dialog', tabindex: -1, 'aria-label': this.t('inbox.title'),
        ontoggle: (event: Event) => this.toggled((event as ToggleEvent).newState === 'open'),
      }, this.isOpen && (this.isSettings ? this.preferences(client) : this.inbox(client))),
    ];
  }

  private inbox(client: PealClient): Child {
    const href = this.getAttribute('preferences-href');
    // S0.AC1.1: the number of enabled categories.
    const { value } = client.preferences.view.get();
    const name = this.t('bell.preferences');
    const label = value
      ? `${name}, ${enabledText(this.t, value)}`
      : name;
    const count = value && h('span', { class: 'count', part: 'enabled-count', 'aria-hidden': 'true' }, value.enabledCount);
    return h('peal-inbox', { key: 'inbox', '.client': client, exportparts: 'row,title,header,alerts' },
      href
        ? h('a', { key: 'settings', slot: 'actions', class: 'round', href, 'aria-label': label, title: label }, icon('settings'), count)
        : iconButton('settings', label, () => this.show(true), { key: 'settings', slot: 'actions' }, count),
      iconButton('close', this.t('close'), () => this.panel?.hidePopover(), { key: 'close', slot: 'actions' }));
  }

  private preferences(client: PealClient): Child {
    return [
      h('div', { key: 'bar', class: 'bar' },
        button('quiet', () => this.show(false), {}, icon('back', 'icon flip'), this.t('inbox.title')),
        h('span', { class: 'grow' }),
        iconButton('close', this.t('close'), () => this.panel?.hidePopover())),
      h('peal-preferences', { key: 'preferences', '.client': client }),
    ];
  }

  private get panel(): HTMLElement | null {
    return this.root.querySelector('.panel');
  }

  private toggle(): void {
    this.panel?.togglePopover();
  }

  private toggled(isOpen: boolean): void {
    this.isOpen = isOpen;
    if (!isOpen) this.isSettings = false;
    this.draw();
    const { panel } = this;
    const bell = this.root.querySelector<HTMLElement>('.bell')!;
    // Chromium gives the focus back to the element, which cannot have it, and not to the button in it.
    if (!isOpen && (document.activeElement === document.body || panel?.contains(this.root.activeElement))) bell.focus();
    if (!isOpen || !panel) return;
    const { client } = this;
    if (client && !client.preferences.view.get().value) client.preferences.load().catch(() => undefined);
    // With the panel, so that its button needs no network later; a failure is shown when it is pressed.
    if (!this.hasAttribute('preferences-href')) preferencesCode().catch(() => undefined);
    placeUnder(bell, panel);
    panel.focus();
    // A row that was opened leads elsewhere.
    panel.addEventListener('peal-open', () => panel.hidePopover(), { once: true });
  }

  private show(isSettings: boolean): void {
    this.isSettings = isSettings;
    this.update();
  }

  protected override focusLost(): void {
    this.panel?.focus();
  }
}
