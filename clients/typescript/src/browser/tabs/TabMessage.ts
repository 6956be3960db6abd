import type { LiveMessage, LiveMode } from '../../core/PealClient.js';

/** What tabs of one user say to each other: `from` is a tab that follows, the others come from the tab with the stream. */
export type TabMessage =
  | { readonly say: 'follow'; readonly from: string; readonly channel: string; readonly since: string | null }
  | { readonly say: 'leave'; readonly from: string; readonly channel: string }
  | { readonly say: 'viewing'; readonly from: string; readonly thread: string | null }
  | { readonly say: 'wake' }
  /** Another tab has the stream now: each one says again what it follows. */
  | { readonly say: 'leader' }
  | { readonly say: 'mode'; readonly mode: LiveMode }
  | { readonly say: 'message'; readonly message: LiveMessage }
  | { readonly say: 'cursor'; readonly channel: string; readonly cursor: string }
  /** All tabs read the channel, or only one that came later. */
  | { readonly say: 'poll'; readonly channel: string; readonly to?: string }
  | { readonly say: 'revoked' };
