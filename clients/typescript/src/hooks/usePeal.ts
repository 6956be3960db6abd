import { useContext } from 'react';
import type { PealClient } from '../core/PealClient.js';
import { outside, PealContext } from './PealContext.js';
import { useStore } from './useStore.js';

/** The provider's client, or else the page's where there is a page. `null` on a server, and until there is one. */
export function usePeal(): PealClient | null {
  const given = useContext(PealContext);
  const found = useStore(outside.client, null);
  return given === undefined ? found : given;
}
