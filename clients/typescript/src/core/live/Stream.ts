import type { LiveMessage, LiveMode } from '../model/Live.js';

/** Who receives what a stream brings. */
export interface StreamSink {
  mode(mode: LiveMode): void;
  message(message: LiveMessage): void;
  /** Read the state of the channel: it is followed from now on, something was missed, or there is no stream. */
  poll(channel: string): void;
  /** The client has everything of the channel up to here. */
  cursor(channel: string, cursor: string): void;
  /** The user's tokens were revoked, or the user was erased. */
  revoked(): void;
}

/** A source of live messages: a socket of this client, or that of another one on the device. */
export interface Stream {
  /** Follows a channel, from a cursor on or from now. */
  follow(channel: string, since: string | null): void;
  leave(channel: string): void;
  viewing(thread: string | null): void;
  /** The app is used again: do not wait any longer. */
  wake(): void;
  /** Ends connections and timers. */
  stop(): void;
}

export type OpenStream = (sink: StreamSink) => Stream;
