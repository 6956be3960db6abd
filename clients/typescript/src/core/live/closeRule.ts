/** What to do after a close (docs/realtime.md, "Close codes"): wait so long, never come back, or with another token. */
export type CloseRule = 'stop' | 'revoked' | 'token' | number;

const rules: { readonly [code: number]: CloseRule } = {
  1002: 'stop', 1003: 'stop', 1009: 'stop', 4400: 'stop', 4401: 'token', 4403: 'revoked'
};

/**
 * 0.5 to 8.5 s after a connection that worked: a server that dies loses all its clients in the same second, and they return at most
 * about a seventh of them in any second. Then 8, 16, 32 and 60 s, each ± 50 %.
 */
export const backoff = (failures: number, random: number): number =>
  failures ? Math.min(60_000, 4000 * 2 ** failures) * (0.5 + random) : 500 + 8000 * random;

/**
 * @param failures how many connections ended before this one since the last that worked
 * @param random in [0, 1)
 */
export const closeRule = (code: number, reason: string, failures: number, random: number): CloseRule =>
  rules[code] || Number((/retry=(\d{1,7})\b/.exec(reason) || [])[1]) || backoff(failures, random);
