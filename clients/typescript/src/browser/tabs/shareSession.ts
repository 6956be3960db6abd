import type { Store } from '../../core/createStore.js';

interface Session {
  readonly app: string;
  readonly user: Store<string | null>;
  /** Asks again who is signed in. */
  refresh(): Promise<void>;
  /** Signs out in this tab. */
  leave(): Promise<void>;
}

const signedOut = null;

/**
 * Who signs in or out in one tab does so in all: each has a token of its own in memory, and would go on for the user who left.
 * `tell` says that the user signed out here.
 */
export function shareSession({ app, user, refresh, leave }: Session): { tell(): void; end(): void } {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => undefined, end: () => undefined };
  const channel = new BroadcastChannel(`peal:session:${app}`);
  channel.onmessage = ({ data }: MessageEvent<string | null>) => {
    if (data === signedOut) void leave().catch(() => undefined);
    else if (data !== user.get()) void refresh().catch(() => undefined);
  };
  // A session that only expired is not the end of the others: their next request says so.
  const stop = user.subscribe(now => now !== null && channel.postMessage(now));
  return {
    tell: () => channel.postMessage(signedOut),
    end() {
      stop();
      channel.close();
    }
  };
}
