import type { PealClient } from '../../core/PealClient.js';
import type { Store } from '../../core/createStore.js';
import type { Dates } from '../../words/Dates.js';
import type { Locale } from '../../words/Locale.js';
import { addTexts, type Texts, type Translate } from '../../words/texts.js';
import { iconButton, stateView } from './controls.js';
import { h, type Child } from './h.js';
import { icon } from './icons.js';
import { loadCode } from './loadCode.js';
import { PealElement, type Message } from './PealElement.js';
import type { Sheet } from './sheet.js';

/** What the code of an element has of it. The drawings are here, since a file that is loaded later would have them again. */
export interface Host {
  readonly element: HTMLElement;
  readonly t: Translate;
  readonly locale: () => Locale;
  readonly dates: () => Dates;
  readonly explain: (error: unknown) => string;
  readonly run: (work: Promise<unknown>) => void;
  readonly say: (text: string, action?: Message['action']) => void;
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

/** The file of an element's code, with the texts that only it shows. */
export interface Code {
  readonly english: Texts;
}

/** An element whose code is a file of its own, which is loaded when the first one appears. */
export abstract class LazyElement<C extends Code> extends PealElement {
  protected shown: Part | null = null;
  private isLoading = false;
  private isFailed = false;

  protected abstract code(): Promise<C>;
  protected abstract create(code: C, host: Host): Part;

  /** Shown until the code is there. */
  protected waiting(): Child {
    return [
      h('p', { key: 'status', class: 'sr', role: 'status' }, this.t('loading')),
      h('div', { key: 'bones', 'aria-hidden': 'true' }, [46, 100, 62, 54, 70, 48].map((width, index) =>
        h('span', { key: index, class: 'bone', style: { width: `${width}%`, 'margin-bottom': '18px' } }))),
    ];
  }

  /** Shown where its code could not be loaded. */
  protected unloaded(retry: () => void): Child {
    return this.failed(null, !navigator.onLine, retry);
  }

  protected override stores(_client: PealClient): readonly Store<unknown>[] {
    return [];
  }

  protected override started(client: PealClient): void {
    this.whileConnected(() => this.shown?.close());
    if (this.shown) return this.shown.open(client);
    // As the state without a network says: it loads when the browser is online again.
    this.listen(window, 'online', () => void this.load());
    void this.load();
  }

  protected override view(client: PealClient): Child {
    if (this.shown) return this.shown.view(client);
    if (this.isFailed) return this.unloaded(() => void this.load());
    const waiting = this.waiting();
    return waiting && h('div', { key: 'waiting', style: { padding: '18px' } }, waiting);
  }

  private async load(): Promise<void> {
    if (this.isLoading || this.shown) return;
    this.isLoading = true;
    this.isFailed = false;
    this.update();
    try {
      const code = await loadCode(() => this.code());
      addTexts('en', code.english);
      const part = this.create(code, this.host());
      this.root.adoptedStyleSheets = [...this.root.adoptedStyleSheets, part.sheet()];
      this.shown = part;
      if (this.isConnected && this.client) part.open(this.client);
    } catch {
      this.isFailed = true;
    }
    this.isLoading = false;
    this.update();
  }

  private host(): Host {
    const { t, explain, run, say } = this;
    return {
      element: this, t, explain, run, say, icon, iconButton, stateView,
      locale: () => this.locale,
      dates: () => this.dates,
      update: () => this.update(),
      send: (type, detail) => this.send(type, detail),
      failed: (error, isOffline, retry) => this.failed(error, isOffline, retry),
      waiting: () => this.waiting(),
    };
  }
}
