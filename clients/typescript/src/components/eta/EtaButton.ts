import type { OpenBoard, PealClient } from '../../core/PealClient.js';
import { button, closeDialog, dialog } from '../base/controls.js';
import { h, type Child } from '../base/h.js';
import { sheet } from '../base/sheet.js';
import type { Host, Part } from '../base/LazyElement.js';

const buttonSheet = sheet(`
:host { display: inline-block; }
dialog { width: min(860px, calc(100vw - 24px)); padding: 0; }
.close { position: absolute; inset-block-start: 10px; inset-inline-end: 10px; z-index: 1; }
peal-host-board { padding-block-start: 28px; }
`);

/** What `<peal-eta-button>` shows. */
export class EtaButton implements Part {
  readonly sheet = buttonSheet;
  private board: OpenBoard | null = null;
  private endBoard: () => void = () => {};
  private isOpen = false;

  constructor(private readonly host: Host) {}

  view(client: PealClient): Child {
    const { element, icon, iconButton, t } = this.host;
    const view = this.board?.get();
    if (!view?.board?.remindersSent || view.phase !== 'open') return null;
    const event = element.getAttribute('event');
    const href = element.getAttribute('href');
    const label = [icon('clock'), t('eta.view')];
    return [
      href
        ? h('a', { key: 'link', class: 'btn primary', part: 'button', href }, label)
        : button('primary', () => this.toggle(true), { key: 'button', part: 'button', 'aria-haspopup': 'dialog' }, label),
      this.isOpen && dialog('board', t('board.title'), () => this.toggle(false),
        iconButton('close', t('close'), closeDialog, { class: 'round close' }),
        h('peal-host-board', { event, '.client': client })),
    ];
  }

  open(client: PealClient): void {
    this.close();
    const event = this.host.element.getAttribute('event');
    if (!event) return;
    this.board = client.eta.glance(event);
    this.endBoard = this.board.subscribe(() => this.host.update());
    this.host.update();
  }

  close(): void {
    this.endBoard();
    this.board?.close();
    this.board = null;
  }

  private toggle(isOpen: boolean): void {
    if (isOpen && !this.host.send('peal-open-board', { event: this.host.element.getAttribute('event') })) return;
    this.isOpen = isOpen;
    this.host.update();
  }
}
