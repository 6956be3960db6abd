import { useEffect } from 'react';
import type { InboxView, Notification } from 'peal-core';
import { usePeal, useStore } from 'peal-core/hooks';

/** What a screen shows: all of a category, where a link leads, or one object of the app such as `report/r1`. */
export type ViewedScope = { readonly category: string } | { readonly link: string } | { readonly entity: string };

export interface ViewedOptions {
  readonly isFocused?: boolean;
}

const none: readonly Notification[] = [];
const noView: Pick<InboxView, 'items'> = { items: none };

/**
 * The user looks at what notifications are about: they are seen. Where the catalog says `inbox.readOn: view` they are read as well, which
 * clears the tab's badge (R173).
 */
export function useViewed(scope: ViewedScope, { isFocused = true }: ViewedOptions = {}): void {
  const peal = usePeal();
  const link = 'link' in scope ? scope.link : undefined;
  const category = 'category' in scope ? scope.category : undefined;
  const entity = 'entity' in scope ? scope.entity : undefined;
  const { items } = useStore<Pick<InboxView, 'items'>>(peal?.inbox.view, noView);
  const isNew = (row: Notification): boolean => !row.seenAt || !row.readAt;
  const related = items.filter((row) => isNew(row) && (link !== undefined ? row.link.split(/[?#]/)[0] === link
    : category !== undefined ? row.category === category : row.entity === entity));
  // What arrives while the screen is shown is seen, too.
  const ids = related.map(({ id }) => id).join(' ');
  useEffect(() => {
    if (!peal || !isFocused) return;
    // A failure is tried again by the outbox.
    if (link !== undefined) peal.screenViewed(link).catch(() => undefined);
    else if (ids) peal.inbox.viewed(ids.split(' ')).catch(() => undefined);
  }, [peal, isFocused, link, ids]);
}
