import { useContext, useSyncExternalStore } from 'react';
import { onConfigured, pageClient } from '../browser/pageClient.js';
import type { PealClient } from '../core/PealClient.js';
import { PealContext } from './PealContext.js';

const none = (): null => null;

/** The provider's client, or else the page's. `null` on a server, and until there is one. */
export function usePeal(): PealClient | null {
  const given = useContext(PealContext);
  const found = useSyncExternalStore(onConfigured, pageClient, none);
  return given === undefined ? found : given;
}
