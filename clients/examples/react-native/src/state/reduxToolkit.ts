import { createSlice, type Dispatch, type PayloadAction } from '@reduxjs/toolkit';
import type { Notification, NotificationPreferences, PealClient } from 'peal-core';

const initialState = {
  unreadCount: 0,
  notifications: [] as readonly Notification[],
  preferences: null as NotificationPreferences | null,
};
type State = typeof initialState;
const changed = (state: State, { payload }: PayloadAction<Partial<State>>): State => ({ ...state, ...payload });
export const pealSlice = createSlice({ name: 'peal', initialState, reducers: { changed } });

/** Feeds the slice from Peal's stores. What the user does goes to `peal.inbox` and `peal.preferences`, not through a reducer. */
export function followPeal(dispatch: Dispatch, { inbox, preferences }: PealClient): () => void {
  const put = (change: Partial<State>): void => void dispatch(pealSlice.actions.changed(change));
  const show = (): void => put({ notifications: inbox.view.get().items, unreadCount: inbox.view.get().unreadCount });
  show();
  const ends = [inbox.view.subscribe(show), preferences.view.subscribe(({ value }) => put({ preferences: value }))];
  return () => ends.forEach((end) => end());
}
