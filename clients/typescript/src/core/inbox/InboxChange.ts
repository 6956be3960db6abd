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
