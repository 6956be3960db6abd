import { milliseconds } from '../duration.js';
import type { ClientConfig } from '../model/ClientConfig.js';
import type { PermissionState } from '../platform.js';

export interface PermissionFacts {
  readonly state: PermissionState;
  /** What the catalog asks for; `null` until it is known. */
  readonly policy: ClientConfig['permission'] | null;
  readonly isSignedIn: boolean;
  /** In this session the user closed a prompt, or denied. */
  readonly isDismissed: boolean;
  /** What the user has done since the client started. */
  readonly milestones: readonly string[];
  /** In this session a soft prompt was shown. */
  readonly isSoftShown: boolean;
  /** When the last soft prompt was shown, in milliseconds; `null`: never. */
  readonly softPromptAt: number | null;
  /** Whether the screen is one of the catalog's `softPrompt.routes`. */
  readonly isSoftScreen: boolean;
  readonly now: number;
}

/** Thirty days (R025), where the catalog says nothing. */
const month = 30 * 86_400_000;

/** Whether the system shows notifications of the app, if only quietly. */
export const isGranted = (state: unknown): boolean => state === 'granted' || state === 'provisional';

/** Whether the explanation that comes before the system's prompt is due (R020 to R022, R024). */
export function isPromptDue({ state, policy, isSignedIn, isDismissed, milestones }: PermissionFacts): boolean {
  if (state !== 'not-determined' || !policy || isDismissed) return false;
  if (policy.strategy === 'firstLaunch') return true;
  if (policy.strategy === 'afterSignIn') return isSignedIn;
  return policy.strategy === 'afterMilestone' && policy.milestone !== undefined && milestones.includes(policy.milestone);
}

/** Whether a soft prompt, with its link to the system's settings, is due on this screen (R025). */
export function isSoftPromptDue(facts: PermissionFacts): boolean {
  const { state, policy, isDismissed, isSoftShown, softPromptAt, isSoftScreen, now } = facts;
  if (state !== 'denied' || !policy || !isSoftScreen || isDismissed || isSoftShown) return false;
  const every = milliseconds(policy.softPrompt?.every || '') ?? month;
  return softPromptAt === null || now - softPromptAt >= every;
}
