import type { EtaBoard } from '../model/Eta.js';
import type { EtaBoardView } from '../PealClient.js';

/** Where the event is, by the clock: before replies, while they are shown, or after they are cleared (S0 AC4.7). */
export function phaseOf({ opensAt, clearsAt }: EtaBoard, now: number): EtaBoardView['phase'] {
  if (!opensAt || !clearsAt) return 'none';
  return now < Date.parse(opensAt) ? 'early' : now < Date.parse(clearsAt) ? 'open' : 'cleared';
}
