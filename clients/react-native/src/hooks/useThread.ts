import { useCallback, useEffect } from 'react';
import type { Mute, PealClient } from 'peal-core';
import { usePeal, usePreferences, useStore } from 'peal-core/hooks';

export interface Thread {
  /** `PT1H`, `P1D`, `P7D`; `null` has no end. */
  readonly mute: (length: string | null) => Promise<void>;
  readonly unmute: () => Promise<void>;
  /** The mute of the thread, with its end; `null` while it is not muted. */
  readonly muted: Mute | null;
  /** The server knows that the user looks at it: a push of the thread may wait. */
  readonly viewing: boolean;
}

export interface ThreadOptions {
  /** The screen is on top, as React Navigation's `useIsFocused` says. */
  readonly isFocused?: boolean;
}

interface Viewer {
  readonly id: string;
}

/** Screens of threads that are shown, the top one last: a stack keeps those below, and the one that leaves must not end another's. */
const shown = new WeakMap<PealClient, readonly Viewer[]>();

function show(peal: PealClient, viewers: readonly Viewer[]): void {
  shown.set(peal, viewers);
  peal.live.viewing(viewers[viewers.length - 1]?.id ?? null);
}

/** A conversation of the app: it is viewed while its screen is shown, and can be muted. */
export function useThread(id: string, { isFocused = true }: ThreadOptions = {}): Thread {
  const peal = usePeal();
  const { value } = usePreferences();
  const mode = useStore(peal?.live.mode, 'stopped');
  useEffect(() => {
    if (!peal || !isFocused) return undefined;
    // The core says it again when the app comes back, and ends it when it leaves.
    const viewer = { id };
    show(peal, [...(shown.get(peal) ?? []), viewer]);
    return () => show(peal, (shown.get(peal) ?? []).filter((one) => one !== viewer));
  }, [peal, id, isFocused]);
  const muted = value?.mutes.find(({ scope, target, until }) =>
    scope === 'thread' && target === id && (until === null || !peal || Date.parse(until) > peal.now())) ?? null;
  const mute = useCallback(async (length: string | null) => peal?.preferences.mute({ scope: 'thread', id, for: length }), [peal, id]);
  const unmute = useCallback(async () => {
    if (muted) await peal?.preferences.unmute(muted.id);
  }, [peal, muted]);
  return { mute, unmute, muted, viewing: isFocused && mode === 'live' };
}
