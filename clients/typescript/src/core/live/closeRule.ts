/** What to do after a close (docs/realtime.md, "Close codes"): wait so long, never come back, or with another token. */
export type CloseRule = 'stop' | 'revoked' | 'token' | number;

const firstDelay = 1000;
const longestDelay = 60_000;

/** Twice as long after each failure, each ± 50 %. */
export const backoff = (failures: number, random: number): number => Math.min(longestDelay, firstDelay * 2 ** failures) * (0.5 + random);

/**
 * @param failures how many connections ended before this one since the last that worked
 * @param random in [0, 1)
 */
export function closeRule(code: number, reason: string, failures: number, random: number): CloseRule {
  if (code === 4401) return 'token';
  if (code === 4403) return 'revoked';
  if (code === 4400 || code === 1002 || code === 1003 || code === 1009) return 'stop';
  const [, retry] = /retry=(\d{1,7})\b/.exec(reason) || [];
  return retry ? Number(retry) : backoff(failures, random);
}
