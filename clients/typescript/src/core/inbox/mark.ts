import type { Core } from '../Context.js';
import type { Outcome } from '../Outbox.js';
import type { InboxChange } from './InboxChange.js';

/** The outbox's name of changes of the inbox. */
export const kind = 'inbox';

/** Marks one notification. Read and unread replace each other while they wait; everything else is said in its order. */
export function mark(core: Core, what: Extract<InboxChange, { readonly id: string }>['do'], id: string): Promise<Outcome> {
  const name = what === 'unread' ? 'read' : what;
  return core.outbox.add<InboxChange>(kind, `${name}:${id}`, { do: what, id });
}
