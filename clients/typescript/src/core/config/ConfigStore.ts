import type { ClientConfig } from '../model/ClientConfig.js';
import type { Store } from '../createStore.js';

export interface ConfigStore extends Store<ClientConfig | null> {
  /** Reads what is stored. */
  start(): Promise<void>;
  /** Reads it from the server; a failure is logged and keeps what is known. */
  load(): Promise<void>;
}
