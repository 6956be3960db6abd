/**
 * Milliseconds until the next try after some failures: 1, 2, 4 … 60 seconds, less up to a half at random, so that clients that
 * failed together do not return together. Never before the server wants it.
 */
export function backoff(failures: number, random: number, retryAfter: number | null = null): number {
  const longest = Math.min(60_000, 1000 * 2 ** Math.min(failures, 10));
  const wait = longest * (1 - random / 2);
  return Math.round(retryAfter === null ? wait : retryAfter + wait / 4);
}
