import type * as Peal from '../peal.js';
import { exchange, forget, stored, takeTicket, type Session } from './session.js';

const script = '/peal.js';
const [, , app = '', page = ''] = location.pathname.split('/').map(decodeURIComponent);
const event = new URLSearchParams(location.search).get('event');
const base = `/p/${encodeURIComponent(app)}/`;
const worker = { workerScope: base, openUrl: `${base}inbox?link={link}`, moreUrl: `${base}inbox#reply` };
const main = document.querySelector<HTMLElement>('#main')!;

type Text = (key: Parameters<InstanceType<typeof Peal.Locale>['text']>[0]) => string;

const titles = { inbox: 'inbox.title', preferences: 'page.preferences', eta: 'board.title' } as const;

void open();

async function open(): Promise<void> {
  const ticket = takeTicket();
  const peal = (await import(script)) as typeof Peal;
  const locale = new peal.Locale(peal.knownTag(navigator.language));
  const text: Text = (key) => locale.text(key);
  document.documentElement.lang = locale.language;
  await begin(peal, ticket, text);
}

/** Shows the page with the ticket's session, or the one of this tab. */
async function begin(peal: typeof Peal, ticket: string | null, text: Text): Promise<void> {
  try {
    const session = ticket ? await exchange(ticket) : stored(app);
    if (session?.app === app) show(peal, session, text);
    else if (location.hash === '#reply') reply(peal, text);
    else say(text('page.expired'), text('page.expiredHint'));
  } catch {
    say(text('failed'), text('error.network'), [text('retry'), () => void begin(peal, ticket, text)]);
  }
}

/** "More…" was pressed on a notification: its actions need no session, each has a token of its own. */
function reply(peal: typeof Peal, text: Text): void {
  const client = peal.configure({ app, baseUrl: location.origin, token: () => null, ...worker });
  lead(client, text);
  main.replaceChildren(card('peal-quick-reply'), document.createElement('peal-toast'));
  // After a reload the worker has nothing to hand over any more.
  setTimeout(() => peal.moreActions.get() || say(text('page.expired'), text('page.expiredHint')), 3000);
}

function show(peal: typeof Peal, session: Session, text: Text): void {
  const client = peal.configure({ app, baseUrl: location.origin, token: () => stored(app)?.token ?? null, ...worker });
  navigation(client, text);
  lead(client, text);
  const expired = (): void => {
    forget(session.app);
    client.stop();
    say(text('page.expired'), text('page.expiredHint'));
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

function navigation(client: Peal.PealClient, text: Text): void {
  const link = (name: 'inbox' | 'preferences' | 'eta', query = ''): HTMLElement => {
    const a = document.createElement('a');
    a.href = base + name + query;
    a.textContent = text(titles[name]);
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
      document.title = `${text(titles[page as keyof typeof titles] ?? titles.inbox)} · ${name}`;
    }
    const view = client.inbox.view.get();
    inbox.hidden = view.status === 'off';
    inbox.querySelector('span')!.textContent = view.badge.count ? String(view.badge.count) : '';
    // S0 AC1.1: how many categories are on.
    preferences.querySelector('span')!.textContent = String(client.preferences.view.get().value?.enabledCount ?? '');
  };
  for (const store of [client.config, client.inbox.view, client.preferences.view]) store.subscribe(draw);
  void client.preferences.load();
  draw();
}

/** Screens of the app are opened where the app is; the board of an event is here. */
function lead(client: Peal.PealClient, text: Text): void {
  client.links.onOpen(({ path, href, parameters }) => {
    const id = Object.values(parameters)[0];
    const { webOrigin, hosts = [] } = client.config.get()?.links ?? {};
    const origin = webOrigin ?? (hosts[0] && `https://${hosts[0]}`);
    if (path.endsWith('/eta') && id) location.assign(`${base}eta?event=${encodeURIComponent(id)}`);
    else if (origin) location.assign(origin + href);
    else document.dispatchEvent(new CustomEvent('peal-message', { cancelable: true, detail: { text: text('page.openApp') } }));
  });
}

function say(title: string, detail: string, action?: [label: string, run: () => void]): void {
  const state = document.createElement('div');
  state.className = 'state card';
  const heading = document.createElement('h1');
  heading.textContent = title;
  const hint = document.createElement('p');
  hint.textContent = detail;
  state.append(heading, hint);
  if (action) {
    const button = document.createElement('button');
    button.textContent = action[0];
    button.addEventListener('click', action[1]);
    state.append(button);
  }
  for (const id of ['#name', '#pages']) document.querySelector(id)!.replaceChildren();
  main.replaceChildren(state);
}
