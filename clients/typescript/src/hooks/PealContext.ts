import { createContext } from 'react';
import type { PealClient } from '../core/PealClient.js';
import type { Store } from '../core/createStore.js';

/** `undefined` outside of a provider: there the client of `outside` is used. */
export const PealContext = createContext<PealClient | null | undefined>(undefined);

/** What has one client for everything sets it, as a page does: hooks outside of a provider follow it. */
export const outside: { client: Store<PealClient | null> | null } = { client: null };
