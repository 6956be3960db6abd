import type { Notification } from '../model/Notification.js';

type Place = Pick<Notification, 'id' | 'alert' | 'createdAt'>;

/** The server's order: alerts first, then the newest; of the same millisecond by id. */
export const inOrder = (a: Place, b: Place): number =>
  Number(b.alert) - Number(a.alert) || Date.parse(b.createdAt) - Date.parse(a.createdAt) || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

/** How far the list is loaded: up to a place, or all of it (`null`), and where it goes on. */
export interface InboxWindow {
  readonly last: Place | null;
  readonly cursor: string | null;
}

/** Whether a row is in the part that is loaded. What is behind it comes with a later page. */
export const isLoaded = (row: Place, { last }: InboxWindow): boolean => !last || inOrder(row, last) <= 0;
