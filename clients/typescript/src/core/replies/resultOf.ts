import type { Core } from '../Context.js';
import type { Outcome } from '../Outbox.js';
import type { ReplyResult } from '../PealClient.js';

/** What the server says to a reply. */
export interface Answer {
  readonly confirmation?: string;
  readonly link?: string;
}

/** What the user is shown of a reply. While it waits, its button's link is opened all the same. */
export function resultOf(outcome: Outcome, link?: string): ReplyResult {
  const { confirmation, link: opened } = ((outcome.status === 'sent' && outcome.body) || {}) as Answer;
  const isRefused = outcome.status === 'refused';
  return {
    status: outcome.status,
    confirmation: confirmation || null,
    link: isRefused ? null : opened || link || null,
    error: outcome.status === 'refused' ? outcome.error : null
  };
}

/** Confirms by a notification of the system (R196), except where the user waits for the answer on the screen. */
export function confirmLater(core: Core, answer: Answer | null, isAwaited: boolean): void {
  const { push, isVisible } = core.platform;
  if (!answer?.confirmation || (isAwaited && isVisible?.())) return;
  push?.confirm?.(answer.confirmation).catch(error => core.log('replies.confirm', { error: String(error) }));
}
