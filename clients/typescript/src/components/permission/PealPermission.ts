import type { PealClient } from '../../core/PealClient.js';
import type { Store } from '../../core/createStore.js';
import { button } from '../base/controls.js';
import { h, type Child } from '../base/h.js';
import { icon } from '../base/icons.js';
import { PealElement } from '../base/PealElement.js';
import { sheet } from '../base/sheet.js';
import { howToAllow } from './howTo.js';

const permissionSheet = sheet(`
.ask { display: flex; gap: 14px; padding: 18px; border: 1px solid var(--_line); border-radius: var(--_radius);
  background: var(--_surface); }
.ask > .icon { width: 24px; height: 24px; margin-top: 1px; color: var(--_link); }
.words { display: grid; gap: 4px; min-width: 0; }
.words h2 { font-size: var(--t2); font-weight: 650; letter-spacing: 0; }
.words .line { margin-top: 10px; }
.steps { margin-top: 8px; }
`);

/**
 * Asks for permission when the catalog's strategy says so, with its explanation; after a denial the soft prompt, which leads to
 * the settings. Shows nothing while neither is due.
 */
export class PealPermission extends PealElement {
  static override readonly sheets = [permissionSheet];
  /** The explanation under which the browser asks; it stays until the answer is there, and the focus with it. */
  private asking: string | null = null;
  private isExplained = false;
  private wasDenied = false;

  protected override stores(client: PealClient): readonly Store<unknown>[] {
    return [client.permission.view, client.config];
  }

  protected override view(client: PealClient): Child {
    if (this.asking !== null) return this.prompt(client, this.asking);
    const { prompt, softPrompt } = client.permission.view.get();
    if (prompt) return this.prompt(client, prompt.text ?? this.t('permission.prompt'));
    if (softPrompt) return this.softPrompt(client, softPrompt.text ?? this.t('permission.enable'));
    if (!this.wasDenied) return null;
    return this.card('mute', this.t('permission.blocked'), h('p', { class: 'soft' }, this.t('permission.fallback')),
      h('div', { class: 'line' }, button('', () => this.forget(), {}, this.t('close'))));
  }

  private prompt(client: PealClient, text: string): Child {
    return this.card('bell', this.t('permission.title'), h('p', { class: 'soft', dir: 'auto' }, text),
      h('div', { class: 'line' },
        button('primary', () => this.ask(client, text), { 'aria-disabled': this.asking !== null }, this.t('permission.allow')),
        button('', () => client.permission.dismiss(), {}, this.t('permission.later'))));
  }

  private softPrompt(client: PealClient, text: string): Child {
    const { canOpenSettings } = client.permission;
    return this.card('mute', text, h('p', { class: 'soft' }, `${this.t('permission.blocked')}.`),
      h('div', { key: 'steps', role: 'status' }, this.isExplained && h('p', { class: 'steps' }, this.t(howToAllow()))),
      h('div', { class: 'line' },
        canOpenSettings
          ? button('primary', () => client.permission.openSettings(), { key: 'settings' }, this.t('permission.settings'))
          : !this.isExplained && button('primary', () => this.explainHow(), { key: 'how' }, this.t('permission.how')),
        button('', () => this.later(client), { key: 'later' }, this.t('permission.later'))));
  }

  private card(name: string, title: string, ...children: Child[]): Child {
    return h('section', { key: 'ask', class: 'ask', part: 'card', 'aria-label': title }, icon(name),
      h('div', { class: 'words' }, h('h2', { tabindex: -1, dir: 'auto' }, title), ...children));
  }

  private ask(client: PealClient, text: string): void {
    if (this.asking !== null) return;
    this.asking = text;
    this.update();
    this.run(client.permission.ask().then((state) => {
      this.wasDenied = state === 'denied';
    }).finally(() => {
      this.asking = null;
      const hadFocus = this.root.activeElement;
      this.draw();
      // What became of it is the new heading: it is read out, and the next Tab goes on from there.
      if (hadFocus) this.root.querySelector<HTMLElement>('h2')?.focus();
    }));
  }

  private later(client: PealClient): void {
    this.isExplained = false;
    client.permission.dismiss();
  }

  private explainHow(): void {
    this.isExplained = true;
    this.update();
  }

  private forget(): void {
    this.wasDenied = false;
    this.update();
  }
}
