import type { PealClient } from '../../core/PealClient.js';
import type { Notification } from '../../core/model/Notification.js';
import type { TextKey } from '../base/locale.js';
import { replyText } from '../reply/replies.js';
import type { CategoryOfRow, RowAct } from './row.js';

/** What the acts of rows need of their list. */
export interface Acting {
  readonly client: PealClient;
  readonly t: (key: TextKey) => string;
  readonly run: (work: Promise<unknown>) => void;
  readonly say: (text: string, action?: { label: string; run: () => void }) => void;
  readonly explain: (error: unknown) => string;
}

/** Does what a button of a row stands for. */
export function actOnRow(acting: Acting, what: RowAct, item: Notification, category: CategoryOfRow, value = ''): void {
  const { client: { inbox, preferences }, run } = acting;
  const { id } = item;
  switch (what) {
    case 'delete': return inbox.remove(id);
    case 'read': return run(inbox.markRead(id));
    case 'unread': return run(inbox.markUnread(id));
    case 'acknowledge': return run(inbox.acknowledge(id));
    case 'action': return run(take(acting, id, value));
    case 'turn-off': return turn(acting, category.key, false);
    case 'turn-on': return turn(acting, category.key, true);
    case 'mute-thread': return run(preferences.mute({ scope: 'thread', id: item.thread!, for: value }));
    case 'mute-category': return run(preferences.mute({ scope: 'category', id: category.key, for: value }));
    case 'unmute': return run(preferences.unmute(value));
  }
}

function turn({ client, t, run, say }: Acting, key: string, enabled: boolean): void {
  const change = (value: boolean): void => run(client.preferences.setCategory(key, { enabled: value }));
  change(enabled);
  say(t('preferences.saved'), { label: t('inbox.undo'), run: () => change(!enabled) });
}

async function take({ client, t, say, explain }: Acting, notification: string, id: string): Promise<void> {
  say(replyText(await client.replies.take(notification, { id }), t, explain));
}
