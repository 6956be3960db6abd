import type { Core } from '../Context.js';
import type { Outcome } from '../Outbox.js';
import type { ParticipantDetails } from '../model/Eta.js';
import type { EtaStore } from '../PealClient.js';
import type { Answer } from '../replies/resultOf.js';
import { confirmLater, resultOf } from '../replies/resultOf.js';
import { openBoard } from './openBoard.js';

interface Said {
  readonly event: string;
  readonly body: Parameters<EtaStore['reply']>[1];
}

const kind = 'eta';

/** Who arrives when (R194–R206). */
export function createEta(core: Core): EtaStore {
  let number = 0;
  const awaited = new Set<string>();

  core.outbox.handle<Said>(kind, {
    request: ({ data: { event, body }, at }) => ({
      method: 'POST',
      path: `/events/${encodeURIComponent(event)}/eta`,
      // The time at which it was said: the latest reply counts, however late it is sent.
      body: { timestamp: new Date(at).toISOString(), ...body }
    }),
    sent: (change, body) => confirmLater(core, body as Answer | null, awaited.has(change.key))
  });

  return {
    async reply(event, body) {
      const key = `${event}:${core.platform.clock.now()}:${number++}`;
      awaited.add(key);
      const outcome: Outcome = await core.outbox.add<Said>(kind, key, { event, body });
      awaited.delete(key);
      return resultOf(outcome);
    },
    board: event => openBoard(core, event, true),
    glance: event => openBoard(core, event, false),
    async participant(event, user) {
      const path = `/events/${encodeURIComponent(event)}/participants/${encodeURIComponent(user)}`;
      return (await core.api.send<ParticipantDetails>({ method: 'GET', path })).body;
    }
  };
}
