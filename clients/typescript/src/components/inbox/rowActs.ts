import type { PealClient } from '../../core/PealClient.js';
import type { Notification } from '../../core/model/Notification.js';
import type { MuteScope } from '../../core/model/Preferences.js';
import type { CategoryOfRow } from '../../words/categories.js';
import type { Dates } from '../../words/Dates.js';
import { replyText } from '../../words/replies.js';
import type { Translate } from '../../words/texts.js';
import type { RowAct } from './row.js';

/** What the acts of rows need of their list. */
export interface Acting {
  readonly client: PealClient;
  readonly t: Translate;
  readonly dates: Dates;
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
    case 'mute-thread': return run(mute(acting, 'thread', item.thread!, value));
    case 'mute-category': return run(mute(acting, 'category', category.key, value));
    case 'unmute': return run(preferences.unmute(value).then(() => acting.say(acting.t('mute.unmuted'))));
  }
}

/** Says until when, or why not. */
async function mute({ client: { preferences }, t, dates, say, explain }: Acting, scope: MuteScope, id: string, length: string): Promise<void> {
  await preferences.mute({ scope, id, for: length });
  const { value, failures } = preferences.view.get();
  const made = value?.mutes.find((one) => one.scope === scope && one.target === id);
  const failure = failures.find(({ key }) => key === `mute:${scope}:${id}`);
  if (made?.until) say(t('mute.muted', { time: dates.coming(Date.parse(made.until), dates.now()) }));
  else if (failure) say(explain(failure.error));
}

function turn({ client, t, run, say }: Acting, key: string, enabled: boolean): void {
  const change = (value: boolean): void => run(client.preferences.setCategory(key, { enabled: value }));
  change(enabled);
  say(t('preferences.saved'), { label: t('inbox.undo'), run: () => change(!enabled) });
}

async function take({ client, t, say, explain }: Acting, notification: string, id: string): Promise<void> {
  say(replyText(await client.replies.take(notification, { id }), t, explain));
}
