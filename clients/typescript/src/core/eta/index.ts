import type { Core } from '../Context.js';
import type { ParticipantDetails } from '../model/Eta.js';
import type { EtaStore } from '../PealClient.js';
import { createSay } from '../replies/createSay.js';
import { openBoard } from './openBoard.js';

/** Who arrives when (R194–R206). */
export function createEta(core: Core): EtaStore {
  const say = createSay(core, 'eta');
  const boards = new Set<(isOver: boolean) => void>();
  let whose: string | null = null;
  // Timers do not count the time that a device sleeps: open boards look at the clock when the app is used again.
  core.hooks.active.on(() => boards.forEach(check => check(false)));
  core.hooks.paused.on(() => boards.forEach(check => check(false)));
  core.hooks.session.on(next => {
    // A board may be opened before it is known who is signed in.
    if (whose !== null) boards.forEach(check => check(true));
    whose = next;
  });
  const pathOf = (event: string, rest: string): string => `/events/${encodeURIComponent(event)}/${rest}`;
  return {
    reply: (event, reply) => say(pathOf(event, 'eta'), reply),
    board: event => openBoard(core, event, pathOf(event, 'participants/eta'), true, boards),
    glance: event => openBoard(core, event, pathOf(event, 'participants/eta'), false, boards),
    async participant(event, user) {
      const path = pathOf(event, 'participants/' + encodeURIComponent(user));
      return (await core.api.send<ParticipantDetails>({ method: 'GET', path })).body;
    }
  };
}
