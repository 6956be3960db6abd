import type { ReactElement } from 'react';
import type { PealClient, ReplyResult } from 'peal-core';
import { etaChoices } from 'peal-core/words';
import { useUI } from './PealUI.js';
import { QuickReply } from './reply/QuickReply.js';
import { withPeal } from './withPeal.js';

export interface ETAQuickReplyProps {
  readonly eventId: string;
  readonly hideTitle?: boolean;
  /** A reply such as "Can't make it" may lead on: its `link` is where. */
  readonly onReply?: (result: ReplyResult) => void;
}

/** Asks when the user arrives, with the five replies of S0.AC3.2. */
export const ETAQuickReply = withPeal<ETAQuickReplyProps>(Reply, 'ETAQuickReply');

function Reply({ peal, eventId, hideTitle, onReply }: ETAQuickReplyProps & { readonly peal: PealClient }): ReactElement {
  const { t } = useUI();
  return (
    <QuickReply
      key={eventId} title={t('eta.question')} hideTitle={hideTitle} choices={etaChoices(t)} onReply={onReply}
      take={(choice) => peal.eta.reply(eventId, choice.reply!)}
    />
  );
}
