import type { QueryClient } from '@tanstack/react-query';
import type { PealClient, Store } from 'peal-core';

/** Keeps the query cache equal to Peal's stores: `useQuery({ queryKey: ['peal', 'inbox'] })` sends no request of its own. */
export function followPeal(queryClient: QueryClient, { inbox, preferences }: PealClient): () => void {
  const stores: Record<string, Store<unknown>> = { inbox: inbox.view, tabs: inbox.tabs, preferences: preferences.view };
  const ends = Object.entries(stores).map(([name, store]) => {
    const queryKey = ['peal', name];
    queryClient.setQueryDefaults(queryKey, { queryFn: () => store.get(), staleTime: Infinity });
    queryClient.setQueryData(queryKey, store.get());
    return store.subscribe((value) => void queryClient.setQueryData(queryKey, value));
  });
  return () => ends.forEach((end) => end());
}
