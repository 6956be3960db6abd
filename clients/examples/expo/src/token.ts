import { settings } from './settings';

/** The user's token from your own backend. */
export async function token(): Promise<string | null> {
  const response = await fetch(settings.tokenUrl);
  if (!response.ok) throw new Error(`no token: ${response.status}`);
  const answer = (await response.json()) as { readonly token: string };
  return answer.token;
}
