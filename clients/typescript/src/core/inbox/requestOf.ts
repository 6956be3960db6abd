import type { ApiRequest } from '../HttpApi.js';
import type { InboxChange } from './InboxChange.js';

/** How a change is told to the server (docs/inbox.md). */
export function requestOf(change: InboxChange): ApiRequest {
  if ('id' in change) {
    const path = '/notifications/' + encodeURIComponent(change.id);
    if (change.do === 'delete') return { method: 'DELETE', path };
    // What a tap or a dismissal says, a device may say whose user's session has ended.
    const as = change.do === 'opened' || change.do === 'dismissed' ? 'either' : 'session';
    return { method: change.do === 'read' ? 'PATCH' : 'POST', path: `${path}/${change.do}`, as };
  }
  const { scope: body } = change;
  return change.do === 'clear'
    ? { method: 'DELETE', path: '/notifications', body }
    : { method: 'POST', path: '/notifications/' + change.do, body };
}
