import { useMemo, type ReactElement } from 'react';
import type { Notification, PealClient } from 'peal-core';
import { actionChoices } from 'peal-core/words';
import { Label } from '../Label.js';
import { useUI } from '../PealUI.js';
import { Sheet } from '../Sheet.js';
import { QuickReply } from './QuickReply.js';

export interface ReplySheetProps {
  readonly peal: PealClient;
  readonly item: Notification;
  readonly onClose: () => void;
}

/** The replies of a notification of the list. It stays with the confirmation, although the reply reads the row. */
export function ReplySheet({ peal, item, onClose }: ReplySheetProps): ReactElement {
  const { t } = useUI();
  const choices = useMemo(() => actionChoices(item.actions ?? []), [item]);
  return (
    <Sheet title={item.title} onClose={onClose}>
      {item.body ? <Label soft>{item.body}</Label> : null}
      <QuickReply hideTitle title={t('inbox.reply')} choices={choices} take={(choice) => peal.replies.take(item.id, choice.action!)} />
    </Sheet>
  );
}
