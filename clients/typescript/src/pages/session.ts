import { indexedStorage } from '../browser/indexedStorage.js';
import { parseOr } from '../browser/parseOr.js';

/** Who looks at the page: kept as long as its tab, so that a reload needs no other ticket. The server says when it ends. */
export interface Session {
  readonly token: string;
  readonly app: string;
  readonly user: string;
}

const key = (app: string): string => `peal.page.${app}`;

/** The ticket in the page's address, which loses it: it works once, and addresses are copied and stored. */
export function takeTicket(): string | null {
  const url = new URL(location.href);
  const fragment = new URLSearchParams(url.hash.slice(1));
  const ticket = fragment.get('ticket') ?? url.searchParams.get('ticket');
  if (!ticket) return null;
  fragment.delete('ticket');
  url.searchParams.delete('ticket');
  url.hash = fragment.toString();
  history.replaceState(null, '', url);
  return ticket;
}

/** Exchanges a ticket, and stores nothing yet. `null` when it was used or is too old; rejects when the server was not reached. */
export async function exchange(ticket: string): Promise<Session | null> {
  const response = await fetch('../../api/v1/pages/session', {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ ticket }), cache: 'no-store',
  });
  if (response.status === 401 || response.status === 422) return null;
  if (!response.ok) throw new Error(`session ${response.status}`);
  return (await response.json()) as Session;
}

export function keep(session: Session): void {
  sessionStorage.setItem(key(session.app), JSON.stringify(session));
}

/** Whose this tab is, or whose pushes this browser receives; `null`: nobody's. */
export async function signedIn(app: string): Promise<string | null> {
  const device = parseOr<{ readonly d?: { readonly user?: string } }>(await indexedStorage().get(`peal:${app}:device`).catch(() => null), {});
  return stored(app)?.user ?? device.d?.user ?? null;
}

export function stored(app: string): Session | null {
  const text = sessionStorage.getItem(key(app));
  if (!text) return null;
  try {
    return JSON.parse(text) as Session;
  } catch {
    return null;
  }
}

export function forget(app: string): void {
  sessionStorage.removeItem(key(app));
}
