/** Which rows: what `seen`, `read-all`, `restore` and the clear take; without a member all of them. */
export interface InboxScope {
  readonly ids?: readonly string[];
  readonly category?: string;
  readonly thread?: string;
  readonly link?: string;
  readonly before?: string;
}

/** What the user did to the inbox, as it waits for the network. */
export type InboxChange =
  | { readonly do: 'read' | 'unread' | 'opened' | 'dismissed' | 'acknowledge' | 'delete'; readonly id: string }
  | { readonly do: 'seen' | 'read-all' | 'clear' | 'restore'; readonly scope?: InboxScope };
