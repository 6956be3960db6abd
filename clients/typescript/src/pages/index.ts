import type * as Peal from '../peal.js';
import { exchange, forget, keep, signedIn, stored, takeTicket, type Session } from './session.js';
import { languageFor, textsFor } from './texts.js';

// Peal may be served below a path: all of it is found from the page's own address, `…/p/<app>/<page>`.
const root = new URL('../../', location.href);
const script = new URL('peal.js', root).href;
const [app = '', page = ''] = location.pathname.split('/').slice(-2).map(decodeURIComponent);
const event = new URLSearchParams(location.search).get('event');
const base = `${root.pathname}p/${encodeURIComponent(app)}/`;
const baseUrl = root.href.slice(0, -1);
const worker = { workerUrl: `${root.pathname}peal-sw.js`, workerScope: base, openUrl: `${base}inbox?link={link}`, moreUrl: `${base}inbox#reply` };
const main = document.querySelector<HTMLElement>('#main')!;

const language = languageFor(navigator.language);
const texts = textsFor(language);

void open();

async function open(): Promise<void> {
  const ticket = takeTicket();
  document.documentElement.lang = language;
  await begin((await import(script)) as typeof Peal, ticket);
}

/** Shows the page with the ticket's session, or the one of this tab. */
async function begin(peal: typeof Peal, ticket: string | null): Promise<void> {
  try {
    const session = ticket ? await exchange(ticket) : stored(app);
    const current = await signedIn(app);
    if (session?.app === app && current !== null && current !== session.user) ask(peal, session, current);
    else if (session?.app === app) enter(peal, session);
    else if (location.hash === '#reply') reply(peal);
    else say(texts.expired, texts.expiredHint);
  } catch {
    say(texts.failed, texts.network, [texts.retry, () => void begin(peal, ticket)]);
  }
}

function enter(peal: typeof Peal, session: Session): void {
  keep(session);
  show(peal, session);
}

/** A link of another user must not make this browser theirs: nothing has changed before the user says so. */
function ask(peal: typeof Peal, session: Session, current: string): void {
  const before = stored(app);
  const words = (text: string): string => text.replace('{current}', () => current).replace('{user}', () => session.user);
  say(texts.switch, words(texts.switchHint),
    [words(texts.switchTo), () => enter(peal, session)],
    [words(texts.stay), () => before ? show(peal, before) : say(texts.expired, texts.expiredHint)]);
}

/** "More…" was pressed on a notification: its actions need no session, each has a token of its own. */
function reply(peal: typeof Peal): void {
  const client = peal.configure({ app, baseUrl, token: () => null, ...worker });
  lead(client);
  main.replaceChildren(card('peal-quick-reply'), document.createElement('peal-toast'));
  // After a reload the worker has nothing to hand over any more.
  setTimeout(() => peal.moreActions.get() || say(texts.expired, texts.expiredHint), 3000);
}

function show(peal: typeof Peal, session: Session): void {
  const client = peal.configure({ app, baseUrl, token: () => stored(app)?.token ?? null, ...worker });
  navigation(client);
  lead(client);
  const expired = (): void => {
    forget(session.app);
    client.stop();
    say(texts.expired, texts.expiredHint);
  };
  for (const { view } of [client.inbox, client.preferences]) {
    view.subscribe(({ error }: { error: { code: string } | null }) => error?.code === 'unauthenticated' && expired());
  }
  const toast = document.createElement('peal-toast');
  main.replaceChildren(document.createElement('peal-permission'), ...contents(), toast);
}

function contents(): HTMLElement[] {
  if (page === 'preferences') return [card('peal-preferences')];
  if (page !== 'eta' || !event) return [card('peal-quick-reply'), card('peal-inbox')];
  // A host has the board; for all others it does not exist, and they reply.
  const board = card('peal-host-board', { event });
  board.addEventListener('peal-not-found', () => board.replaceWith(card('peal-quick-reply', { event })));
  return [board];
}

function card(tag: string, attributes: Record<string, string> = {}): HTMLElement {
  const element = document.createElement(tag);
  element.className = 'card';
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

function navigation(client: Peal.PealClient): void {
  const link = (name: 'inbox' | 'preferences' | 'eta', query = ''): HTMLElement => {
    const a = document.createElement('a');
    a.href = base + name + query;
    a.textContent = texts[name];
    if (name === page) {
      a.setAttribute('aria-current', 'page');
      document.title = a.textContent;
    }
    a.append(document.createElement('span'));
    return a;
  };
  const [inbox, preferences] = [link('inbox'), link('preferences')];
  const nav = document.querySelector('#pages')!;
  nav.replaceChildren(inbox, preferences, ...(event ? [link('eta', `?event=${encodeURIComponent(event)}`)] : []));
  const draw = (): void => {
    const name = client.config.get()?.name;
    if (name) {
      document.querySelector('#name')!.textContent = name;
      document.title = `${texts[page === 'eta' || page === 'preferences' ? page : 'inbox']} · ${name}`;
    }
    const view = client.inbox.view.get();
    inbox.hidden = view.status === 'off';
    const counted = (text: string, count: number): string => text.replace('{count}', String(count));
    const { count } = view.badge;
    inbox.querySelector('span')!.textContent = count ? String(count) : '';
    inbox.ariaLabel = count ? `${texts.inbox}, ${counted(texts.new, count)}` : null;
    // S0 AC1.1: how many categories are on. In words, as a bare number next to the settings looks like news.
    const { value } = client.preferences.view.get();
    preferences.querySelector('span')!.textContent = value ? counted(texts.enabled, value.enabledCount) : '';
  };
  for (const store of [client.config, client.inbox.view, client.preferences.view]) store.subscribe(draw);
  void client.preferences.load();
  draw();
}

/** Screens of the app are opened where the app is; the board of an event is here. */
function lead(client: Peal.PealClient): void {
  client.links.onOpen(({ path, href, parameters }) => {
    const id = Object.values(parameters)[0];
    const { webOrigin, hosts = [] } = client.config.get()?.links ?? {};
    const origin = webOrigin ?? (hosts[0] && `https://${hosts[0]}`);
    if (path.endsWith('/eta') && id) location.assign(`${base}eta?event=${encodeURIComponent(id)}`);
    else if (origin) location.assign(origin + href);
    else document.dispatchEvent(new CustomEvent('peal-message', { cancelable: true, detail: { text: texts.openApp } }));
  });
}

function say(title: string, detail: string, ...actions: readonly [label: string, run: () => void][]): void {
  const state = document.createElement('div');
  state.className = 'state card';
  const heading = document.createElement('h1');
  heading.textContent = title;
  const hint = document.createElement('p');
  hint.textContent = detail;
  state.append(heading, hint);
  for (const [label, run] of actions) {
    const button = document.createElement('button');
    button.textContent = label;
    button.addEventListener('click', run);
    state.append(button);
  }
  for (const id of ['#name', '#pages']) document.querySelector(id)!.replaceChildren();
  main.replaceChildren(state);
}
