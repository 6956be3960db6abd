import { createContext } from 'react';
import type { PealClient } from '../core/PealClient.js';

/** `undefined` outside of a provider: there the page's client is used. */
export const PealContext = createContext<PealClient | null | undefined>(undefined);
