import { claimsOf } from '../core/subjectOf.js';

/** Where the user's JWT comes from: an endpoint of the site that answers `{"token": …}`, a function, or a text. */
export interface TokenSource {
  readonly token?: string | null | (() => Promise<string | null> | string | null);
  readonly tokenUrl?: string;
}

const early = 60_000;
/** All requests, and a sign-out, wait for the token: an endpoint that says nothing counts as unreachable. */
const longest = 30_000;

/** When a JWT ends, in milliseconds; 0 when it does not say so. */
const endOf = (token: string): number => Number(claimsOf(token).exp) * 1000 || 0;

async function request(url: string): Promise<string | null> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), longest);
  try {
    const response = await fetch(url, { credentials: 'same-origin', cache: 'no-store', headers: { Accept: 'application/json' }, signal: abort.signal });
    if (response.status === 401 || response.status === 403 || response.status === 204) return null;
    if (!response.ok) throw new Error(`token ${response.status}`);
    const { token } = await response.json() as { token?: string | null };
    return token || null;
  } finally {
    clearTimeout(timer);
  }
}

/** Keeps a JWT until shortly before it ends, in memory only; calls that come together ask once. */
export function tokenSource({ token, tokenUrl }: TokenSource): { get(isRefused: boolean): Promise<string | null>; forget(): void } {
  const ask = async (): Promise<string | null> => typeof token === 'function' ? token() : token || (tokenUrl ? request(tokenUrl) : null);
  let known: string | null = null;
  let asking: Promise<string | null> | null = null;
  let round = 0;
  return {
    get(isRefused) {
      if (known && !isRefused && endOf(known) - early > Date.now()) return Promise.resolve(known);
      const mine = round;
      const isMine = (): boolean => mine === round;
      const end = (): void => {
        if (isMine()) asking = null;
      };
      if (!asking) {
        // A function that never answers is asked again by a later call.
        const timer = setTimeout(end, longest);
        asking = ask().then(value => {
          if (isMine()) known = value;
          return value;
        }).finally(() => {
          clearTimeout(timer);
          end();
        });
      }
      return asking;
    },
    /** What is being asked is not kept: it may be about another user. */
    forget() {
      known = asking = null;
      round += 1;
    }
  };
}
