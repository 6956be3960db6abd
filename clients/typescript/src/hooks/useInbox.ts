import type { InboxView } from '../core/PealClient.js';
import { useLoaded } from './useLoaded.js';
import { usePeal } from './usePeal.js';

const loading: InboxView = {
  status: 'loading', items: [], hasMore: false, isLoadingMore: false, unreadCount: 0, unseenCount: 0,
  badge: { count: 0, version: 0 }, mode: 'connecting', isStale: false, filter: {}, undo: null, error: null,
};

/** The user's notifications, as they change. What the user does with them is in `usePeal()?.inbox`. */
export function useInbox(): InboxView {
  return useLoaded(usePeal()?.inbox, loading);
}
