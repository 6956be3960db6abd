import { onConfigured } from '../../browser/pageClient.js';
import type { PealClient } from '../../core/PealClient.js';
import type { PealError } from '../../core/PealError.js';
import type { Store } from '../../core/createStore.js';
import { Dates } from '../../words/Dates.js';
import { knownTag, Locale } from '../../words/Locale.js';
import { languageOf, textsOf, type Translate } from '../../words/texts.js';
import { button, openDialogs, stateView } from './controls.js';
import { h, patch, type Child } from './h.js';
import { loadTexts } from './loadTexts.js';
import type { Sheet } from './sheet.js';
import { baseSheet } from './styles.js';

// Where there is no document (a server that renders React) the module loads all the same.
const Base = globalThis.HTMLElement ?? (class {} as unknown as typeof HTMLElement);

const MESSAGE_TIME = 6_000;
const controls = 'button, a[href], input:enabled';

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
  private messages = 0;
  private messageTimer = 0;
  private ends: (() => void)[] = [];
  private endConfigured: () => void = () => {};
  private leaving = new AbortController();

  // These are handed to what draws parts of the element, so they keep their `this`.

  protected readonly t: Translate = (key, values) => this.locale.text(key, values);

  /** An error in the user's words. */
  protected readonly explain = (error: unknown): string => this.locale.explain(error);

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
    this.dates = new Dates(this.locale, () => this.current?.now() ?? Date.now(), () => this.current?.timeZone);
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
    const around: Element[] = [];
    for (let one = focused; one; one = one.parentElement) around.push(one);
    const content = this.current && this.view(this.current);
    // What shows nothing takes no room, whatever the page's layout leaves between its elements.
    this.toggleAttribute('empty', !content && !message);
    patch(this.root, [
      content,
      h('div', { key: 'message', class: 'snack', role: 'status', part: 'message' }, message && [
        // Another node each time, so that the same words are read out again.
        h('span', { key: this.messages }, message.text),
        message.action && button('plain', () => this.takeAction(message), {}, message.action.label),
      ]),
    ]);
    openDialogs(this.root);
    this.drawn();
    if (focused && !this.root.activeElement) this.focusLost(focused, around);
  }

  /** What had the focus left the document: what is nearest to where it was takes it, or else the heading. */
  protected focusLost(_lost: Element, around: readonly Element[]): void {
    const near = around.find((one) => one.isConnected && one.querySelector(controls));
    const next = near?.querySelector<HTMLElement>(controls) ?? this.root.querySelector<HTMLElement>('h2[tabindex]');
    if (next) return next.focus();
    // It shows nothing any more. It stays until the next Tab, which goes on from here and not from the top of the page.
    this.removeAttribute('empty');
    this.tabIndex = -1;
    this.setAttribute('role', 'group');
    this.ariaLabel = this.t('inbox.title');
    this.focus();
    this.addEventListener('blur', () => {
      for (const name of ['tabindex', 'role', 'aria-label']) this.removeAttribute(name);
      this.update();
    }, { once: true });
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
    this.messages++;
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
