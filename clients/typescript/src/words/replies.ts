import type { EtaWord } from '../core/model/Eta.js';
import type { Notification, NotificationAction } from '../core/model/Notification.js';
import type { ReplyResult } from '../core/PealClient.js';
import type { Translate } from './texts.js';

export type ChoiceColour = 'green' | 'yellow' | 'red' | '';

/** One of the replies that a user chooses from. */
export interface ReplyChoice {
  readonly id: string;
  readonly title: string;
  readonly colour: ChoiceColour;
  readonly reply?: { readonly status: EtaWord; readonly minutesLate?: number };
  readonly action?: { readonly id: string; readonly token?: string; readonly link?: string };
}

/** An action of a notification, or of a push, whose actions have tokens. */
export interface OfferedAction {
  readonly id: string;
  readonly title: string;
  readonly type?: string;
  readonly kind?: string;
  readonly payload?: Record<string, unknown>;
  readonly link?: string;
  readonly token?: string;
}

/** The five replies to "when do you arrive" (R192), with the marks of S0.AC3.2. */
export function etaChoices(t: Translate): ReplyChoice[] {
  const late = [5, 10, 15].map((minutesLate): ReplyChoice => ({
    id: `late-${minutesLate}`,
    title: t('eta.minutesLate', { count: minutesLate }),
    colour: 'yellow',
    reply: { status: 'running-late', minutesLate },
  }));
  return [
    { id: 'on-time', title: `${t('eta.onTime')} ✓`, colour: 'green', reply: { status: 'on-time' } },
    ...late,
    { id: 'cant-make-it', title: `${t('eta.cantMakeIt')} ✗`, colour: 'red', reply: { status: 'cant-make-it' } },
  ];
}

/** The replies that a notification offers. */
export function actionChoices(actions: readonly OfferedAction[]): ReplyChoice[] {
  return actions.filter((one) => (one.kind ?? one.type) !== 'dismiss').map((action) => ({
    id: action.id, title: action.title, colour: colourOf(action.payload?.['status']), action,
  }));
}

/** Actions of a notification that the inbox has. */
export function actionsOf(items: readonly Notification[], id: string | null): readonly NotificationAction[] | undefined {
  return items.find((item) => item.id === id)?.actions;
}

function colourOf(status: unknown): ChoiceColour {
  return status === 'on-time' ? 'green' : status === 'running-late' ? 'yellow' : status === 'cant-make-it' ? 'red' : '';
}

/** The result of a reply in the user's words. */
export function replyText(
  { status, confirmation, error }: ReplyResult, t: Translate, explain: (error: unknown) => string,
): string {
  if (status === 'refused') return explain(error);
  return status === 'queued' ? t('reply.queued') : confirmation ?? t('reply.sent');
}
