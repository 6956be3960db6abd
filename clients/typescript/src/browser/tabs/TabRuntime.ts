import type { TabMessage } from './TabMessage.js';

/** What tabs need of the browser. */
export interface TabRuntime {
  readonly locks: {
    request(name: string, options: { readonly signal: AbortSignal }, work: () => unknown): Promise<unknown>;
  };
  channel(name: string): {
    onmessage: ((event: { readonly data: TabMessage }) => void) | null;
    postMessage(message: TabMessage): void;
    close(): void;
  };
  readonly id: string;
}

/** The browser's; `null` where it lacks one of the two, as pages without HTTPS do: then each tab has its own stream. */
export function browserRuntime(): TabRuntime | null {
  const { locks } = navigator as unknown as { readonly locks?: TabRuntime['locks'] };
  if (!locks || typeof BroadcastChannel === 'undefined') return null;
  return {
    locks,
    channel: name => new BroadcastChannel(name) as ReturnType<TabRuntime['channel']>,
    id: Array.from(crypto.getRandomValues(new Uint32Array(2)), part => part.toString(36)).join('')
  };
}
