import type { Core } from '../Context.js';
import type { ApiRequest } from '../HttpApi.js';
import { logged } from '../logged.js';
import type { Change, Outcome } from '../outbox/Outbox.js';
import type { ReplyResult } from '../PealClient.js';
import type { PealError } from '../PealError.js';

interface Said {
  readonly path: string;
  readonly body: object;
  readonly token?: string;
}

/** What the server says to a reply. */
interface Answer {
  readonly confirmation?: string;
  readonly link?: string;
}

type Button = { readonly token?: string; readonly link?: string };

export type Say = (path: string, body: object, button?: Button) => Promise<ReplyResult>;

const timeOf = (at: number): object => ({ timestamp: new Date(at).toISOString() });

/** Says what the user answers: now, or with the time at which it was said when there is a network again (R193, R194). */
export function createSay(core: Core, kind: string): Say {
  const { outbox, platform: { clock, push, isVisible } } = core;
  let number = 0;
  const awaited = new Set<string>();
  const again = new Map<string, Promise<Outcome>>();

  const requestOf = ({ data: { path, body, token }, at }: Change<Said>): ApiRequest =>
    ({ method: 'POST', path, body: { ...timeOf(at), ...body }, as: token ? { action: token } : 'session' });

  /** Confirms by a notification of the system (R196), except where the user waits for the answer on the screen. */
  function confirm({ key, user }: Change<Said>, body: unknown): void {
    const { confirmation } = (body || {}) as Answer;
    const isSeen = awaited.has(key) && isVisible && isVisible();
    // What another user said with an action's token is none of this one's business.
    const isOwn = user === core.user.get();
    if (confirmation && push && push.confirm && !isSeen && isOwn) push.confirm(confirmation).catch(logged(core, 'replies.confirm'));
  }

  /** Says it by the session. It waits only where there is no network: a session that has ended is an answer. */
  async function bySession(change: Change<Said>): Promise<Outcome> {
    try {
      const { body } = await core.api.send(requestOf(change));
      confirm(change, body);
      return { status: 'sent', body };
    } catch (thrown) {
      const error = thrown as PealError;
      return error.isTemporary ? outbox.add(kind, change.key, change.data) : { status: 'refused', error };
    }
  }

  outbox.handle<Said>(kind, {
    request: requestOf,
    sent: confirm,
    refused(change, error) {
      const { token, path, body } = change.data;
      // The token has ended; the user may still say it, and said it then.
      if (error.status === 401 && token && core.user.get() !== null) {
        again.set(change.key, bySession({ ...change, data: { path, body: { ...timeOf(change.at), ...body } } }));
      }
    }
  });

  return async (path, body, { token, link } = {}) => {
    // Each tap counts for itself: none replaces another that waits.
    const key = `${path} ${clock.now()} ${number++}`;
    awaited.add(key);
    const outcome = await outbox.add<Said>(kind, key, { path, body, token });
    const last = (await again.get(key)) || outcome;
    awaited.delete(key);
    again.delete(key);
    const answer = ((last.status === 'sent' && last.body) || {}) as Answer;
    const error = last.status === 'refused' ? last.error : null;
    // While it waits, its button's link is opened all the same.
    const opened = error ? null : answer.link || link || null;
    return { status: last.status, confirmation: answer.confirmation || null, link: opened, error };
  };
}
