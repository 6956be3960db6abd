import { onConfigured } from '../../browser/pageClient.js';
import type { PealClient } from '../../core/PealClient.js';
import type { PealError } from '../../core/PealError.js';
import type { Store } from '../../core/store.js';
import { Dates } from './Dates.js';
import { button, openDialogs, stateView } from './controls.js';
import { h, patch, type Child } from './h.js';
import { knownTag, Locale, type TextKey, type Values } from './locale.js';
import type { Sheet } from './sheet.js';
import { baseSheet } from './styles.js';
import { english, languageOf, loadTexts, textsOf } from './texts.js';

// Where there is no document (a server that renders React) the module loads all the same.
const Base = globalThis.HTMLElement ?? (class {} as unknown as typeof HTMLElement);

const MESSAGE_TIME = 6_000;

/** A message of an element, shown by `<peal-toast>` or, where there is none, by the element. */
export interface Message {
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
}

/** What all elements share: the client, its stores, texts of the page's language, and drawing. */
export abstract class PealElement extends Base {
  static readonly sheets: readonly Sheet[] = [];
  static get observedAttributes(): string[] {
    return ['lang'];
  }

  protected locale!: Locale;
  protected dates!: Dates;
  protected readonly root: ShadowRoot;
  private current: PealClient | null = null;
  private isGiven = false;
  private isScheduled = false;
  private message: Message | null = null;
  private messageTimer = 0;
  private ends: (() => void)[] = [];
  private endConfigured: () => void = () => {};
  private leaving = new AbortController();

  // These are handed to what draws parts of the element, so they keep their `this`.

  protected readonly t = (key: TextKey, values?: Values): string => this.locale.text(key, values);

  /** An error in the user's words. */
  protected readonly explain = (error: unknown): string => {
    const key = `error.${(error as Partial<PealError> | null)?.code}`;
    return this.t(key in english ? (key as TextKey) : 'error.other');
  };

  protected readonly say = (text: string, action?: Message['action']): void => {
    const message: Message = { text, action };
    if (this.send('peal-message', message)) this.showMessage(message);
  };

  /** Does what the user asked for, and says so when it failed. */
  protected readonly run = (work: Promise<unknown>): void => {
    work.catch((error: unknown) => this.say(this.explain(error)));
  };

  constructor() {
    super();
    this.root = this.attachShadow({ mode: 'open' });
    const own = (this.constructor as typeof PealElement).sheets;
    this.root.adoptedStyleSheets = [baseSheet(), ...own.map((one) => one())];
  }

  /** The client that the element shows; without one it takes the page's. */
  get client(): PealClient | null {
    return this.current;
  }

  set client(client: PealClient | null) {
    this.isGiven = client !== null;
    this.use(client);
  }

  connectedCallback(): void {
    this.leaving = new AbortController();
    // A property that was set before the element was defined hides the accessor.
    for (const name of Object.keys(this)) {
      if (!(name in Object.getPrototypeOf(this))) continue;
      const value = (this as Record<string, unknown>)[name];
      delete (this as Record<string, unknown>)[name];
      (this as Record<string, unknown>)[name] = value;
    }
    this.readLanguage();
    languages().add(this);
    this.follow();
    this.endConfigured = onConfigured((client) => {
      if (!this.isGiven) this.use(client);
    });
    this.update();
  }

  disconnectedCallback(): void {
    languages().delete(this);
    clearTimeout(this.messageTimer);
    this.leaving.abort();
    this.endConfigured();
    this.unfollow();
  }

  attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    if (old === value || !this.isConnected) return;
    if (name === 'lang') this.readLanguage();
    this.update();
  }

  /** The page's language changed. */
  readLanguage(): void {
    const tag = knownTag(this.closest('[lang]')?.getAttribute('lang') || document.documentElement.lang || navigator.language);
    if (this.locale?.tag === tag) return;
    const language = languageOf(tag);
    // Nothing is drawn before its texts are there: an element that changes its language while it is read helps nobody.
    if (!textsOf(language)) return void loadTexts(language).then(() => this.isConnected && this.readLanguage());
    this.locale = new Locale(tag);
    this.dates = new Dates(tag, () => this.current?.now() ?? Date.now());
    this.update();
  }

  /** Draws soon, once for all changes of this turn. */
  update(): void {
    if (this.isScheduled || !this.isConnected) return;
    this.isScheduled = true;
    queueMicrotask(() => {
      this.isScheduled = false;
      if (this.isConnected && this.locale) this.draw();
    });
  }

  /** The stores that the element shows. */
  protected abstract stores(client: PealClient): readonly Store<unknown>[];
  protected abstract view(client: PealClient): Child;
  /** The element has its client and is in the document. */
  protected started(_client: PealClient): void {}
  protected drawn(): void {}

  protected draw(): void {
    const { message } = this;
    const focused = this.root.activeElement;
    const content = this.current && this.view(this.current);
    // What shows nothing takes no room, whatever the page's layout leaves between its elements.
    this.toggleAttribute('empty', !content && !message);
    patch(this.root, [
      content,
      h('div', { key: 'message', class: 'snack', role: 'status', part: 'message' }, message && [
        h('span', null, message.text),
        message.action && button('plain', () => this.takeAction(message), {}, message.action.label),
      ]),
    ]);
    openDialogs(this.root);
    this.drawn();
    if (focused && !this.root.activeElement) this.focusLost(focused);
  }

  /** What had the focus left the document: the heading takes it, so that the next Tab goes on from here. */
  protected focusLost(_lost: Element): void {
    this.root.querySelector<HTMLElement>('h2[tabindex]')?.focus();
  }

  /** What the element shows in place of what could not be loaded. */
  protected failed(error: unknown, isOffline: boolean, retry: () => void): Child {
    if ((error as Partial<PealError> | null)?.code === 'unauthenticated') return stateView('lock', this.explain(error), null);
    return stateView(isOffline ? 'offline' : 'alert', this.t(isOffline ? 'offline' : 'failed'),
      isOffline ? this.t('offlineHint') : this.explain(error), button('primary', retry, {}, this.t('retry')));
  }

  /** Runs when the element leaves the document or gets another client. */
  protected whileConnected(end: () => void): void {
    this.ends.push(end);
  }

  /** Listens until the element leaves the document. */
  protected listen(target: EventTarget, type: string, listener: (event: Event) => void): void {
    target.addEventListener(type, listener, { capture: true, signal: this.leaving.signal });
  }

  protected showMessage(message: Message): void {
    this.message = message;
    clearTimeout(this.messageTimer);
    this.messageTimer = window.setTimeout(() => this.endMessage(), MESSAGE_TIME);
    this.update();
  }

  /** Sends an event to the page; `false` when a listener prevented what the element does otherwise. */
  protected send(type: string, detail?: unknown): boolean {
    return this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true, cancelable: true }));
  }

  private takeAction(message: Message): void {
    this.endMessage();
    message.action?.run();
  }

  private endMessage(): void {
    this.message = null;
    this.update();
  }

  private use(client: PealClient | null): void {
    if (this.current === client) return;
    this.unfollow();
    this.current = client;
    if (this.isConnected) this.follow();
    this.update();
  }

  private follow(): void {
    const client = this.current;
    if (!client) return;
    for (const store of this.stores(client)) this.ends.push(store.subscribe(() => this.update()));
    this.started(client);
  }

  private unfollow(): void {
    for (const end of this.ends.splice(0)) end();
  }
}

let connected: Set<PealElement> | undefined;

/** The elements of the document; they change with its language. */
function languages(): Set<PealElement> {
  if (!connected) {
    const elements = (connected = new Set<PealElement>());
    new MutationObserver(() => elements.forEach((one) => one.readLanguage())).observe(document.documentElement, {
      attributes: true,
      attributeFilter: ['lang'],
    });
  }
  return connected;
}
