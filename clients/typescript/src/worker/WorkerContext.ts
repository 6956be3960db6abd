/// <reference lib="webworker" />
import type { SharedStorage } from '../browser/indexedStorage.js';
import { indexedStorage } from '../browser/indexedStorage.js';
import { parseOr } from '../browser/parseOr.js';
import type { WorkerSettings } from './messages.js';
import { settingsKey, sharedKey } from './messages.js';
import { textsFor } from './texts.js';

/** What an event of the worker is handled with. Read for each event: the browser stops a worker between two. */
export interface WorkerContext {
  readonly scope: ServiceWorkerGlobalScope;
  /** `null` before a page of the app has configured Peal. */
  readonly settings: WorkerSettings | null;
  readonly storage: SharedStorage;
  readonly name: (name: Parameters<typeof sharedKey>[1]) => string;
  readonly texts: ReturnType<typeof textsFor>;
}

export async function readContext(scope: ServiceWorkerGlobalScope): Promise<WorkerContext> {
  const storage = indexedStorage();
  const text = await storage.get(settingsKey(scope.registration.scope)).catch(() => null);
  const settings = parseOr<WorkerSettings | null>(text, null);
  return {
    scope, settings, storage,
    name: name => sharedKey(settings?.app || '', name),
    texts: textsFor(settings?.locale || scope.navigator.language)
  };
}

/** Writes a line to the console: never a token or a text of a notification. */
export function log(event: string, detail: Readonly<Record<string, unknown>> = {}): void {
  console.warn(`[peal] ${event}`, detail);
}
