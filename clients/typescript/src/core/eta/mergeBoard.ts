import type { EtaBoard, ParticipantETAStatus } from '../model/Eta.js';
import { sameJson } from '../sameJson.js';

/** An `eta.changed`: with `removed`, `participants` are the rows that changed; without, the whole board. */
export type EtaChange = EtaBoard & { readonly removed?: readonly string[] };

const order = (a: ParticipantETAStatus, b: ParticipantETAStatus): number =>
  a.displayName === b.displayName ? (a.userId < b.userId ? -1 : 1) : a.displayName < b.displayName ? -1 : 1;

/**
 * The board after a message, and the users whose row is new or another.
 * Versions never decrease; of two boards with the same version the later one is newer. `null` for one that is outdated.
 */
export function mergeBoard(board: EtaBoard | null, change: EtaChange): { board: EtaBoard; changed: string[] } | null {
  if (board && change.version < board.version) return null;
  const { removed, ...next } = change;
  // Rows without the board that they change: the client has missed the whole one.
  if (removed && !board) return null;
  const rows = new Map((board ? board.participants : []).map(row => [row.userId, row]));
  const changed = change.participants.filter(row => !sameJson(rows.get(row.userId), row)).map(row => row.userId);
  if (!removed) return { board: next, changed: board ? changed : [] };
  for (const user of removed) rows.delete(user);
  for (const row of change.participants) rows.set(row.userId, row);
  return { board: { ...next, participants: [...rows.values()].sort(order) }, changed };
}
