import type { ApiRequest } from '../HttpApi.js';
import type { InboxChange } from './InboxChange.js';

/** How a change is told to the server (docs/inbox.md). */
export function requestOf({ do: what, id, scope }: InboxChange): ApiRequest {
  const isRemoval = what === 'delete' || what === 'clear';
  return {
    method: isRemoval ? 'DELETE' : what === 'read' ? 'PATCH' : 'POST',
    path: '/notifications' + (id ? '/' + encodeURIComponent(id) : '') + (isRemoval ? '' : '/' + what),
    body: scope,
    // What a tap or a dismissal says, a device may say whose user's session has ended.
    as: /opened|dismissed|received/.test(what) ? 'either' : 'session'
  };
}
