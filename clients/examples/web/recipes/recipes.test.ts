import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStore as createReduxStore } from 'redux';
import { createStore } from '../../../typescript/src/core/createStore.js';
import type { PealClient } from '../../../typescript/src/core/PealClient.js';
import { followPeal as followWithRedux, pealSlice } from './reduxToolkit.js';
import { followPeal as followWithQueries } from './tanstackQuery.js';

function fakeClient() {
  const inbox = createStore({ items: [{ id: 'ntf_1' }], unreadCount: 1 });
  const tabs = createStore({ category: {}, thread: {} });
  const preferences = createStore({ value: null as object | null });
  const client = { inbox: { view: inbox, tabs }, preferences: { view: preferences } } as unknown as PealClient;
  return { client, inbox, preferences };
}

test('Redux: the slice holds what the stores hold, until it is ended', () => {
  const { client, inbox, preferences } = fakeClient();
  const store = createReduxStore(pealSlice.reducer as never);
  const end = followWithRedux(store.dispatch as never, client);
  assert.deepEqual(store.getState(), { unreadCount: 1, notifications: [{ id: 'ntf_1' }], preferences: null });
  inbox.set({ items: [], unreadCount: 0 });
  preferences.set({ value: { version: 2 } });
  assert.deepEqual(store.getState(), { unreadCount: 0, notifications: [], preferences: { version: 2 } });
  end();
  inbox.set({ items: [{ id: 'ntf_2' }], unreadCount: 1 });
  assert.equal((store.getState() as { unreadCount: number }).unreadCount, 0);
});

test('TanStack Query: each store is a query that the cache fills and asks the store for again, until it is ended', () => {
  const { client, inbox } = fakeClient();
  const cache = new Map<string, unknown>();
  const functions = new Map<string, () => unknown>();
  const queryClient = {
    setQueryDefaults: (key: readonly string[], { queryFn, staleTime }: { queryFn: () => unknown; staleTime: number }) => {
      assert.equal(staleTime, Infinity);
      functions.set(key.join('/'), queryFn);
    },
    setQueryData: (key: readonly string[], value: unknown) => void cache.set(key.join('/'), value),
  };
  const end = followWithQueries(queryClient as never, client);
  assert.deepEqual([...cache.keys()], ['peal/inbox', 'peal/tabs', 'peal/preferences']);
  const next = { items: [], unreadCount: 0 };
  inbox.set(next);
  assert.equal(cache.get('peal/inbox'), next);
  assert.equal(functions.get('peal/inbox')!(), next);
  end();
  inbox.set({ items: [], unreadCount: 5 });
  assert.equal(cache.get('peal/inbox'), next);
});
