/** What React Native 0.76 to 0.82 has of the network. read: reactnative.dev/docs/0.76/network */
declare function fetch(url: string, options: {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly credentials: 'omit';
  readonly cache: 'no-store';
  readonly signal: AbortSignal;
}): Promise<{ readonly status: number; readonly headers: { get(name: string): string | null }; text(): Promise<string> }>;

declare interface AbortSignal {
  readonly aborted: boolean;
}

declare class AbortController {
  readonly signal: AbortSignal;
  abort(): void;
}

declare class WebSocket {
  constructor(url: string, protocols?: readonly string[]);
  onopen: (() => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onclose: ((event: { readonly code?: number; readonly reason?: string }) => void) | null;
  send(text: string): void;
  close(code?: number): void;
}

// Timers. read: reactnative.dev/docs/0.76/timers
interface Timer {
  readonly timer: unique symbol;
}

declare function setTimeout(callback: () => void, milliseconds?: number): Timer;
declare function clearTimeout(timer: Timer | undefined): void;
declare function setInterval(callback: () => void, milliseconds: number): Timer;
declare function clearInterval(timer: Timer | undefined): void;
