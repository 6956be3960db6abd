import { expoDeliveries } from './behaviour/expoDeliveries.js';
import { firebaseDeliveries } from './behaviour/firebaseDeliveries.js';
import { presses } from './behaviour/presses.js';
import { androidTraits } from './behaviour/androidTraits.js';
import { iosTraits } from './behaviour/iosTraits.js';
import { moduleTraits } from './behaviour/moduleTraits.js';
import type { Behaviour } from './behaviour/Behaviour.js';

export { Table } from './behaviour/Table.js';
export type { Lifecycle, Arrives, Behaviour, Code, Delivery, Drawer, Face, PhonePlatform, Press, Pressed, Trait } from './behaviour/Behaviour.js';

/** What a phone does, as its makers and the libraries say. The fake phone does what is here, and rejects what is not. */
export const behaviour: readonly Behaviour[] = [
  ...expoDeliveries, ...firebaseDeliveries, ...presses, ...androidTraits, ...iosTraits, ...moduleTraits,
];

/** The entries that no page or issue supports: what to check on a device first. */
export const assumptions = (): readonly Behaviour[] => behaviour.filter(({ source }) => source === 'assumed');

/** Where the rest is said, each once: addresses and issues as `owner/repository#number`. */
export function sources(): readonly string[] {
  const read = behaviour.map(({ source }) => source).filter((source) => source !== 'assumed');
  return [...new Set(read.reduce<string[]>((all, source) => all.concat(source.split(' ')), []))].sort();
}

/** The table with one entry changed, for a test of what an app does on another phone. */
export function changed(id: string, change: Partial<Behaviour>, table = behaviour): readonly Behaviour[] {
  if (!table.some((entry) => entry.id === id)) throw new Error(`unknown behaviour ${id}`);
  return table.map((entry) => (entry.id === id ? ({ ...entry, ...change } as Behaviour) : entry));
}

/** The table without one entry. */
export const without = (id: string, table = behaviour): readonly Behaviour[] => table.filter((entry) => entry.id !== id);
