import { useEffect, useState, type ReactElement } from 'react';
import type { EtaBoardView, OpenBoard, PealClient } from 'peal-core';
import { useStore } from 'peal-core/hooks';
import { useUI } from './PealUI.js';
import { withPeal } from './withPeal.js';

export interface ETAStatusButtonProps {
  readonly eventId: string;
  /** Leads to the dashboard. */
  readonly onPress: () => void;
}

/** "View ETA Status" on the host's screen of an event: while participants can reply, after reminders were sent (S0 W3.2, R202). */
export const ETAStatusButton = withPeal<ETAStatusButtonProps>(StatusButton, 'ETAStatusButton');

const nothing: Pick<EtaBoardView, 'board' | 'phase'> = { board: null, phase: 'none' };

function StatusButton({ peal, eventId, onPress }: ETAStatusButtonProps & { readonly peal: PealClient }): ReactElement | null {
  const { components: { Button }, t } = useUI();
  const [opened, setOpened] = useState<OpenBoard | null>(null);
  useEffect(() => {
    const board = peal.eta.glance(eventId);
    setOpened(board);
    return () => board.close();
  }, [peal, eventId]);
  const { board, phase } = useStore<Pick<EtaBoardView, 'board' | 'phase'>>(opened, nothing);
  if (!board?.remindersSent || board.eventId !== eventId || phase !== 'open') return null;
  return <Button isWide icon="clock" title={t('eta.view')} onPress={onPress} />;
}
