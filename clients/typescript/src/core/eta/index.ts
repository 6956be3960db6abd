import type { Core } from '../Context.js';
import type { ParticipantDetails } from '../model/Eta.js';
import type { EtaStore } from '../PealClient.js';
import { createSay } from '../replies/createSay.js';
import { openBoard } from './openBoard.js';

/** Who arrives when (R194–R206). */
export function createEta(core: Core): EtaStore {
  const say = createSay(core, 'eta');
  const pathOf = (event: string, rest: string): string => `/events/${encodeURIComponent(event)}/${rest}`;
  return {
    reply: (event, reply) => say(pathOf(event, 'eta'), reply),
    board: event => openBoard(core, event, pathOf(event, 'participants/eta'), true),
    glance: event => openBoard(core, event, pathOf(event, 'participants/eta'), false),
    async participant(event, user) {
      const path = pathOf(event, 'participants/' + encodeURIComponent(user));
      return (await core.api.send<ParticipantDetails>({ method: 'GET', path })).body;
    }
  };
}
