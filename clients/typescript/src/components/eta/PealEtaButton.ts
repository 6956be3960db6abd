import type { OpenBoard, PealClient } from '../../core/PealClient.js';
import type { Store } from '../../core/store.js';
import { button, closeDialog, dialog, iconButton } from '../base/controls.js';
import { h, type Child } from '../base/h.js';
import { icon } from '../base/icons.js';
import { PealElement } from '../base/PealElement.js';
import { sheet } from '../base/sheet.js';

const buttonSheet = sheet(`
:host { display: inline-block; }
dialog { width: min(860px, calc(100vw - 24px)); padding: 0; }
.close { position: absolute; inset-block-start: 10px; inset-inline-end: 10px; z-index: 1; }
peal-host-board { padding-block-start: 28px; }
`);

/**
 * "View ETA Status" for the host of `event`: shown within two hours of the start when reminders were sent (R202). Leads to
 * `href`, or shows the board in a dialog.
 */
export class PealEtaButton extends PealElement {
  static override readonly sheets = [buttonSheet];
  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, 'event', 'href'];
  }

  private board: OpenBoard | null = null;
  private endBoard: () => void = () => {};
  private isOpen = false;

  protected override stores(): readonly Store<unknown>[] {
    return [];
  }

  protected override started(client: PealClient): void {
    this.open(client);
    this.whileConnected(() => this.close());
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    super.attributeChangedCallback(name, old, value);
    if (name === 'event' && old !== value && this.isConnected && this.client) this.open(this.client);
  }

  protected override view(client: PealClient): Child {
    const view = this.board?.get();
    if (!view?.board?.remindersSent || view.phase !== 'open') return null;
    const event = this.getAttribute('event');
    const href = this.getAttribute('href');
    const label = [icon('clock'), this.t('eta.view')];
    return [
      href
        ? h('a', { key: 'link', class: 'btn primary', part: 'button', href }, label)
        : button('primary', () => this.toggle(true), { key: 'button', part: 'button', 'aria-haspopup': 'dialog' }, label),
      this.isOpen && dialog('board', this.t('board.title'), () => this.toggle(false),
        iconButton('close', this.t('close'), closeDialog, { class: 'round close' }),
        h('peal-host-board', { event, '.client': client })),
    ];
  }

  private open(client: PealClient): void {
    this.close();
    const event = this.getAttribute('event');
    if (!event) return;
    this.board = client.eta.glance(event);
    this.endBoard = this.board.subscribe(() => this.update());
    this.update();
  }

  private close(): void {
    this.endBoard();
    this.board?.close();
    this.board = null;
  }

  private toggle(isOpen: boolean): void {
    if (isOpen && !this.send('peal-open-board', { event: this.getAttribute('event') })) return;
    this.isOpen = isOpen;
    this.update();
  }
}
