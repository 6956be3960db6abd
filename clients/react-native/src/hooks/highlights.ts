import { createStore, type Destination, type MutableStore, type PealClient, type Store } from 'peal-core';

export interface Highlighted {
  /** Such as `announcement/a1`. */
  readonly item: string;
  /** The path that the tap led to. */
  readonly path: string;
  /** When it was opened, by the client's clock. */
  readonly at: number;
}

const stores = new WeakMap<PealClient, MutableStore<Highlighted | null>>();

function storeOf(peal: PealClient): MutableStore<Highlighted | null> {
  const found = stores.get(peal) ?? createStore<Highlighted | null>(null);
  stores.set(peal, found);
  return found;
}

/** The item that the last tap led to, until a screen has shown it. */
export const highlightOf = (peal: PealClient): Store<Highlighted | null> => storeOf(peal);

/** A tap leads to a destination: what navigates says so, before it navigates. */
export function recordDestination(peal: PealClient, { highlight, path }: Destination): void {
  storeOf(peal).set(highlight === null ? null : { item: highlight, path, at: peal.now() });
}

/** It was shown long enough; another one that came meanwhile stays. */
export function clearHighlight(peal: PealClient, shown: Highlighted): void {
  const store = storeOf(peal);
  if (store.get() === shown) store.set(null);
}
