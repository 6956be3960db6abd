import type { PealClient } from '../core/PealClient.js';

let current: PealClient | null = null;
const listeners = new Set<(client: PealClient) => void>();

/** The page's client, once there is one. */
export function pageClient(): PealClient | null {
  return current;
}

/** Calls back with the page's client, now or as soon as it is configured, and again when another one replaces it; the answer ends it. */
export function onConfigured(callback: (client: PealClient) => void): () => void {
  listeners.add(callback);
  if (current) callback(current);
  return () => void listeners.delete(callback);
}

export function setPageClient(client: PealClient): void {
  current = client;
  for (const listener of [...listeners]) listener(client);
}
