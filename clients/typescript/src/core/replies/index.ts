import type { Core } from '../Context.js';
import type { ApiRequest } from '../HttpApi.js';
import type { Change, Outcome } from '../Outbox.js';
import type { Replies } from '../PealClient.js';
import { PealError } from '../PealError.js';
import type { Answer } from './resultOf.js';
import { confirmLater, resultOf } from './resultOf.js';

interface Reply {
  readonly notification: string;
  readonly action: string;
  readonly token?: string;
  /** When the user tapped, where that was not now: an earlier try was refused. */
  readonly at?: number;
}

const kind = 'reply';

/** Actions of notifications, by their token where there is one: it works without a session (R191–R197). */
export function createReplies(core: Core): Replies {
  const { outbox } = core;
  let number = 0;
  const awaited = new Set<string>();
  const bySession = new Map<string, Promise<Outcome>>();

  const add = (key: string, reply: Reply): Promise<Outcome> => outbox.add<Reply>(kind, key, reply);

  const requestOf = ({ data: { notification, action, token, at }, at: made }: Change<Reply>): ApiRequest => ({
    method: 'POST',
    path: `/notifications/${encodeURIComponent(notification)}/actions/${encodeURIComponent(action)}`,
    // The same tap has the same time, however often it is sent: the server takes it once.
    body: { timestamp: new Date(at || made).toISOString() },
    as: token ? { action: token } : 'session'
  });

  /** Says it by the session. It waits only where there is no network: a session that has ended is an answer. */
  async function again(change: Change<Reply>): Promise<Outcome> {
    try {
      const { body } = await core.api.send<Answer>(requestOf(change));
      confirmLater(core, body, awaited.has(change.key));
      return { status: 'sent', body };
    } catch (thrown) {
      const error = thrown instanceof PealError ? thrown : new PealError('internal', String(thrown), 400);
      return error.isTemporary ? add(change.key + ':session', change.data) : { status: 'refused', error };
    }
  }

  outbox.handle<Reply>(kind, {
    request: requestOf,
    sent: (change, body) => confirmLater(core, body as Answer | null, awaited.has(change.key)),
    refused(change, error) {
      const { token, ...reply } = change.data;
      // The token has ended; the user may still say it.
      if (error.status !== 401 || !token || core.user.get() === null) return;
      bySession.set(change.key, again({ ...change, data: { ...reply, at: reply.at || change.at } }));
    }
  });

  return {
    async take(notification, { id, token, link, kind: what }) {
      // Each tap counts for itself: none replaces another that waits.
      const key = `${notification}:${id}:${core.platform.clock.now()}:${number++}`;
      awaited.add(key).add(key + ':session');
      let outcome = await add(key, { notification, action: id, ...(token ? { token } : {}) });
      const second = bySession.get(key);
      if (second) outcome = await second;
      awaited.delete(key);
      awaited.delete(key + ':session');
      bySession.delete(key);
      const result = resultOf(outcome, link);
      // The link of an `open-app` button is opened by its tap.
      if (result.link && what !== 'open-app') await core.client.links.handle({ source: 'banner', state: 'foreground', link: result.link });
      return result;
    }
  };
}
