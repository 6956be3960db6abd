import { useMemo, type ReactElement } from 'react';
import type { Banner, PealClient, ReplyResult } from 'peal-core';
import { actionChoices } from 'peal-core/words';
import { useUI } from '../PealUI.js';
import { QuickReply } from '../reply/QuickReply.js';

export interface BannerProps {
  readonly peal: PealClient;
  readonly one: Banner;
  readonly open: () => void;
  readonly close: () => void;
  readonly replied: (result: ReplyResult) => void;
}

/** What a notification that asks is answered with, where it is shown (R192). */
export function BannerReplies({ peal, one, replied }: Pick<BannerProps, 'peal' | 'one' | 'replied'>): ReactElement | null {
  const { t } = useUI();
  const choices = useMemo(() => actionChoices(one.actions ?? []), [one]);
  if (!one.actions) return null;
  return <QuickReply hideTitle title={t('inbox.reply')} choices={choices} onReply={replied} take={(choice) => peal.replies.take(one.id, choice.action!)} />;
}
