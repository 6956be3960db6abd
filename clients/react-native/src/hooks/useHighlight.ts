import { useCallback, useEffect } from 'react';
import { usePeal, useStore } from 'peal-core/hooks';
import { announce } from '../screens/announce.js';
import { useUI } from '../screens/PealUI.js';
import { clearHighlight, highlightOf, type Highlighted } from './highlights.js';

const SHOWN = 2_000;
/** A tap whose screen never came is forgotten. */
const LATEST = 30_000;

export interface Highlight {
  /** The item that a tap led to, such as `announcement/a1`; `null` when there is none, and two seconds after it was shown first. */
  readonly item: string | null;
  readonly isHighlighted: (item: string) => boolean;
}

export interface HighlightOptions {
  /** The path of the screen, such as `/events/e1`: taps that lead elsewhere are not for it. */
  readonly path?: string;
  /** The items are loaded; until then the two seconds do not begin. */
  readonly isReady?: boolean;
  /** What a screen reader says of the item, such as its title. */
  readonly label?: (item: string) => string | null | undefined;
}

/** Highlights what a notification is about after the user pressed it (R124), and has it read out. */
export function useHighlight({ path, isReady = true, label }: HighlightOptions = {}): Highlight {
  const peal = usePeal();
  const { t } = useUI();
  const found = useStore<Highlighted | null>(peal && highlightOf(peal), null);
  const isMine = found && (path === undefined || found.path === path) && (!peal || peal.now() - found.at < LATEST);
  const shown = isMine && isReady ? found : null;
  useEffect(() => {
    if (!peal || !shown) return undefined;
    announce(label?.(shown.item) ?? t('phone.highlighted'));
    const timer = setTimeout(() => clearHighlight(peal, shown), SHOWN);
    return () => clearTimeout(timer);
  }, [peal, shown]);
  const item = shown?.item ?? null;
  return { item, isHighlighted: useCallback((other) => other === item, [item]) };
}
