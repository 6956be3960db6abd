import { useStore } from 'peal-core/hooks';
import { ETADashboard, ETAQuickReply } from 'peal-react-native/screens';
import { useState, type ReactElement } from 'react';
import type { ScreenProps } from '../navigation/screens';
import { session } from '../session';

/** `/events/{id}/eta`: the host's board. A push with the arrival question leads here, too: who is not the host is asked. */
export function BoardScreen({ route: { params: { id } } }: ScreenProps<'EventEta'>): ReactElement {
  const user = useStore(session);
  const [isGuest, setGuest] = useState<string | null>(null);
  if (isGuest === user) return <ETAQuickReply eventId={id} />;
  return <ETADashboard key={user ?? ''} hideTitle eventId={id} onNotFound={() => setGuest(user)} />;
}
