import { AccessibilityInfo } from 'react-native';

const INTERVAL = 5_000;
let last = -Infinity;
let waiting: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

function speak(): void {
  timer = undefined;
  last = Date.now();
  if (waiting) AccessibilityInfo.announceForAccessibility(waiting);
  waiting = null;
}

/** Has a screen reader say a text: at most one in five seconds for all screens, the latest one, never a queue of old ones. */
export function announce(text: string): void {
  waiting = text;
  if (timer !== undefined) return;
  const left = last + INTERVAL - Date.now();
  // A clock that was set back does not silence it.
  if (left <= 0 || left > INTERVAL) speak();
  else timer = setTimeout(speak, left);
}
