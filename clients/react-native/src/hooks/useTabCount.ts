import { useEffect } from 'react';
import type { InboxStore, InboxView } from 'peal-core';
import { usePeal, useStore } from 'peal-core/hooks';

export interface TabScope {
  readonly category?: string;
  readonly thread?: string;
}

const noTabs: ReturnType<InboxStore['tabs']['get']> = { category: {}, thread: {} };
const noView: Pick<InboxView, 'badge'> = { badge: { count: 0, version: 0 } };

/** The number for a tab, such as React Navigation's `tabBarBadge`: what is unread of the scope, and without one the app's badge. */
export function useTabCount({ category, thread }: TabScope = {}): number {
  const peal = usePeal();
  const by = category !== undefined ? 'category' : thread !== undefined ? 'thread' : null;
  const key = category ?? thread ?? '';
  useEffect(() => {
    if (peal && by) peal.inbox.loadTabs(by).catch(() => undefined);
  }, [peal, by]);
  const tabs = useStore(peal?.inbox.tabs, noTabs);
  const { badge } = useStore<Pick<InboxView, 'badge'>>(peal?.inbox.view, noView);
  return by ? tabs[by][key] ?? 0 : badge.count;
}
