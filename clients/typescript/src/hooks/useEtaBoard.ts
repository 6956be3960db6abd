import { useEffect, useState } from 'react';
import type { EtaBoardView, OpenBoard, PealClient } from '../core/PealClient.js';
import { usePeal } from './usePeal.js';
import { useStore } from './useStore.js';

interface Opened {
  readonly peal: PealClient;
  readonly eventId: string;
  readonly board: OpenBoard;
}

const loading: EtaBoardView = { status: 'loading', board: null, changed: [], phase: 'none', mode: 'connecting', error: null };

/** The host's board of an event, live for as long as the component is shown. */
export function useEtaBoard(eventId: string): EtaBoardView {
  const peal = usePeal();
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => {
    if (!peal) return undefined;
    const board = peal.eta.board(eventId);
    setOpened({ peal, eventId, board });
    return () => board.close();
  }, [peal, eventId]);
  // Until the effect has run, the board is still the one of the event before.
  const isCurrent = opened !== null && opened.peal === peal && opened.eventId === eventId;
  return useStore(isCurrent ? opened.board : null, loading);
}
