import { configureStore } from '@reduxjs/toolkit';
import { QueryClient } from '@tanstack/react-query';
import { client } from '../peal';
import { followPeal as followWithRedux, pealSlice } from './reduxToolkit';
import { followPeal as followWithQueries } from './tanstackQuery';

export const store = configureStore({ reducer: { peal: pealSlice.reducer } });
export type RootState = ReturnType<typeof store.getState>;

export const queryClient = new QueryClient();

/** Keeps both stores of the app equal to Peal's. The answer ends it. */
export function followPeal(): () => void {
  const ends = [followWithRedux(store.dispatch, client), followWithQueries(queryClient, client)];
  return () => ends.forEach((end) => end());
}
