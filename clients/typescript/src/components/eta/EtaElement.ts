import type { PealClient } from '../../core/PealClient.js';
import type { Store } from '../../core/store.js';
import { iconButton, stateView } from '../base/controls.js';
import type { Dates } from '../base/Dates.js';
import { h, type Child } from '../base/h.js';
import { icon } from '../base/icons.js';
import type { TextKey, Values } from '../base/locale.js';
import { PealElement } from '../base/PealElement.js';
import type { Sheet } from '../base/sheet.js';
import { addEnglish } from '../base/texts.js';

/** What the code of an element has of it. The drawings are here, since a file that is loaded later would have them again. */
export interface Host {
  readonly element: HTMLElement;
  readonly t: (key: TextKey, values?: Values) => string;
  readonly dates: () => Dates;
  readonly explain: (error: unknown) => string;
  readonly update: () => void;
  readonly send: (type: string, detail?: unknown) => boolean;
  readonly failed: (error: unknown, isOffline: boolean, retry: () => void) => Child;
  readonly waiting: () => Child;
  readonly icon: typeof icon;
  readonly iconButton: typeof iconButton;
  readonly stateView: typeof stateView;
}

/** What an element shows and does once its code is loaded. */
export interface Part {
  readonly sheet: Sheet;
  /** The element has its client, or another `event`. */
  open(client: PealClient): void;
  close(): void;
  view(client: PealClient): Child;
}

type Code = typeof import('./peal-eta.js');

/** An element about an event's replies. Few users see one, so its code is loaded when the first one appears. */
export abstract class EtaElement extends PealElement {
  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, 'event'];
  }

  private shown: Part | null = null;
  private isLoading = false;
  private isFailed = false;

  protected abstract create(code: Code, host: Host): Part;

  /** Shown until the code is there. */
  protected waiting(): Child {
    return null;
  }

  /** Shown where its code could not be loaded. */
  protected unloaded(_retry: () => void): Child {
    return null;
  }

  protected override stores(): readonly Store<unknown>[] {
    return [];
  }

  protected override started(client: PealClient): void {
    this.whileConnected(() => this.shown?.close());
    if (this.shown) this.shown.open(client);
    else void this.load();
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    super.attributeChangedCallback(name, old, value);
    if (name === 'event' && old !== value && this.isConnected && this.client) this.shown?.open(this.client);
  }

  protected override view(client: PealClient): Child {
    if (this.shown) return this.shown.view(client);
    if (this.isFailed) return this.unloaded(() => void this.load());
    const waiting = this.waiting();
    return waiting && h('div', { key: 'waiting', style: { padding: '18px' } }, waiting);
  }

  private async load(): Promise<void> {
    if (this.isLoading) return;
    this.isLoading = true;
    this.isFailed = false;
    this.update();
    try {
      const code = await import('./peal-eta.js');
      addEnglish(code.english);
      const part = this.create(code, {
        element: this,
        t: this.t,
        dates: () => this.dates,
        explain: this.explain,
        update: () => this.update(),
        send: (type, detail) => this.send(type, detail),
        failed: (error, isOffline, retry) => this.failed(error, isOffline, retry),
        waiting: () => this.waiting(),
        icon, iconButton, stateView,
      });
      this.root.adoptedStyleSheets = [...this.root.adoptedStyleSheets, part.sheet()];
      this.shown = part;
      if (this.isConnected && this.client) part.open(this.client);
    } catch {
      this.isFailed = true;
    }
    this.isLoading = false;
    this.update();
  }
}
