import type { ApiRequest } from '../HttpApi.js';

/** Which rows: what `seen`, `read-all`, `restore` and the clear take; without a member all of them. */
export interface InboxScope {
  readonly ids?: readonly string[];
  readonly category?: string;
  readonly thread?: string;
  readonly link?: string;
  readonly before?: string;
}

/** What the user did to one row, or to all of a scope, as it waits for the network. */
export interface InboxChange {
  readonly do:
    | 'read' | 'unread' | 'opened' | 'dismissed' | 'received' | 'acknowledge' | 'delete'
    | 'seen' | 'read-all' | 'clear' | 'restore';
  readonly id?: string;
  readonly scope?: InboxScope;
}

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
