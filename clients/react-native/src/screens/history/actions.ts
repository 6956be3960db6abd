import type { MuteScope, Notification, PealClient } from 'peal-core';
import { replyText, type CategoryOfRow } from 'peal-core/words';
import type { UI } from '../PealUI.js';
import type { Messages } from '../useMessages.js';

export interface Acting extends Pick<UI, 't' | 'dates' | 'explain'>, Pick<Messages, 'say' | 'run'> {
  readonly peal: PealClient;
}

/** What the buttons of rows do. */
export interface RowActions {
  remove(item: Notification): void;
  setRead(item: Notification, isRead: boolean): void;
  acknowledge(item: Notification): void;
  take(item: Notification, action: string): void;
  turn(category: CategoryOfRow, enabled: boolean): void;
  mute(scope: MuteScope, target: string, length: string): void;
  unmute(id: string): void;
}

export function rowActions({ peal, t, dates, explain, say, run }: Acting): RowActions {
  const { inbox, preferences, replies } = peal;

  /** Says until when, or why not. */
  async function mute(scope: MuteScope, id: string, length: string): Promise<void> {
    await preferences.mute({ scope, id, for: length });
    const { value, failures } = preferences.view.get();
    const made = value?.mutes.find((one) => one.scope === scope && one.target === id);
    const failure = failures.find(({ key }) => key === `mute:${scope}:${id}`);
    if (made?.until) say(t('mute.muted', { time: dates.coming(Date.parse(made.until), dates.now()) }));
    else if (failure) say(explain(failure.error));
  }

  const setCategory = (key: string, enabled: boolean): void => run(preferences.setCategory(key, { enabled }));
  return {
    remove: ({ id }) => inbox.remove(id),
    setRead: ({ id }, isRead) => run(isRead ? inbox.markRead(id) : inbox.markUnread(id)),
    acknowledge: ({ id }) => run(inbox.acknowledge(id)),
    take: ({ id }, action) => run(replies.take(id, { id: action }).then((result) => say(replyText(result, t, explain)))),
    turn({ key }, enabled) {
      setCategory(key, enabled);
      say(t('preferences.saved'), { title: t('inbox.undo'), run: () => setCategory(key, !enabled) });
    },
    mute: (scope, target, length) => run(mute(scope, target, length)),
    unmute: (id) => run(preferences.unmute(id).then(() => say(t('mute.unmuted')))),
  };
}
