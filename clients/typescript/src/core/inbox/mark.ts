import type { Core } from '../Context.js';
import type { Outcome } from '../outbox/Outbox.js';
import type { InboxChange } from './InboxChange.js';

/** The outbox's name of changes of the inbox. */
export const kind = 'inbox';

/** Marks one notification. Read and unread replace each other while they wait; everything else is said in its order. */
export const mark = (core: Core, what: InboxChange['do'], id: string): Promise<Outcome> =>
  core.outbox.add<InboxChange>(kind, (what === 'unread' ? 'read' : what) + ':' + id, { do: what, id });
