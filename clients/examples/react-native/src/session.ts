import { createStore } from 'peal-core';
import { settings } from './settings';

export interface User {
  readonly id: string;
  readonly name: string;
}

/** The users of the example's events, in place of a sign-in screen. */
export const users: readonly User[] = [{ id: 'ana', name: 'Ana, who takes part' }, { id: 'hanna', name: 'Hanna, the host' }];

/** Who is signed in. Your app reads this from its own storage before it makes the phone. */
export const session = createStore<string | null>('ana');

/** The user's token from your own backend; `null` while nobody is signed in. */
export async function token(): Promise<string | null> {
  if (session.get() === null) return null;
  const response = await fetch(settings.tokenUrl);
  if (!response.ok) throw new Error(`no token: ${response.status}`);
  const answer = (await response.json()) as { readonly token: string };
  return answer.token;
}
