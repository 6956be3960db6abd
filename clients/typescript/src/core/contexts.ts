import type { Core } from './Context.js';
import type { PealClient } from './PealClient.js';

/** What is behind a client, for the services, which ask for more than its modules show. */
export const contexts = new WeakMap<PealClient, Core>();
