import { defineElements } from '../components/define.js';
import type { Message } from '../components/base/PealElement.js';
import type { NotificationAction } from '../core/model/Notification.js';
import type { ReplyResult } from '../core/PealClient.js';
import { wrap } from './wrap.js';

defineElements();

interface Saying {
  /** The element has a message for the user, such as "Saved". Prevented, it does not show it. */
  readonly onPealMessage?: (event: CustomEvent<Message>) => void;
}

interface Opening {
  /** A row was tapped. Prevented, the row is only marked as read. */
  readonly onPealOpen?: (event: CustomEvent<{ readonly id: string; readonly link: string }>) => void;
}

interface Replying {
  /** A reply was sent, waits for the network, or was refused. */
  readonly onPealReply?: (event: CustomEvent<ReplyResult>) => void;
}

export interface PealBellProps extends Saying, Opening, Replying {
  readonly preferencesHref?: string;
}

export interface PealInboxProps extends Saying, Opening, Replying {
  readonly groupBy?: 'date' | 'type';
  readonly virtualizeFrom?: number;
}

export interface PealQuickReplyProps extends Saying, Replying {
  readonly event?: string;
  readonly notification?: string;
  readonly actions?: readonly NotificationAction[];
}

export interface PealEtaButtonProps extends Saying {
  readonly event: string;
  readonly href?: string;
  /** The button was pressed. Prevented, the board is not shown in a dialog. */
  readonly onPealOpenBoard?: (event: CustomEvent<{ readonly event: string }>) => void;
}

export interface PealHostBoardProps extends Saying {
  readonly event: string;
  /** The user is not a host of the event, or there is none of this id. */
  readonly onPealNotFound?: (event: CustomEvent<undefined>) => void;
}

export const PealBell = wrap<PealBellProps>('peal-bell', 'PealBell', ['preferencesHref']);
export const PealInbox = wrap<PealInboxProps>('peal-inbox', 'PealInbox', ['groupBy', 'virtualizeFrom']);
export const PealPreferences = wrap<Saying>('peal-preferences', 'PealPreferences');
export const PealPermission = wrap<Saying>('peal-permission', 'PealPermission');
export const PealQuickReply = wrap<PealQuickReplyProps>('peal-quick-reply', 'PealQuickReply', ['event', 'notification']);
export const PealEtaButton = wrap<PealEtaButtonProps>('peal-eta-button', 'PealEtaButton', ['event', 'href']);
export const PealHostBoard = wrap<PealHostBoardProps>('peal-host-board', 'PealHostBoard', ['event']);
export const PealToast = wrap<Saying>('peal-toast', 'PealToast');
