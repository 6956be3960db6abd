import { useIsFocused } from '@react-navigation/native';
import { useQuery } from '@tanstack/react-query';
import { useStore } from 'peal-core/hooks';
import { useViewed } from 'peal-react-native/hooks';
import { ETAQuickReply, ETAStatusButton } from 'peal-react-native/screens';
import type { ReactElement } from 'react';
import { ScrollView } from 'react-native';
import { Text } from 'react-native-paper';
import { fetchEvents } from '../events';
import type { ScreenProps } from '../navigation/screens';
import { client } from '../peal';
import { session } from '../session';

/** An event: its host sees who arrives when, everybody else says when they arrive. */
export function EventScreen({ route: { params: { id } }, navigation }: ScreenProps<'Event'>): ReactElement {
  const user = useStore(session);
  const { data: events } = useQuery({ queryKey: ['events'], queryFn: fetchEvents });
  useViewed({ link: `/events/${id}` }, { isFocused: useIsFocused() });
  const event = events?.find((one) => one.id === id);
  return (
    <ScrollView contentContainerStyle={{ padding: 16, gap: 16 }}>
      <Text variant="titleLarge">{event?.title ?? 'Event'}</Text>
      <Text>{event?.place}</Text>
      {event?.hostId === user
        ? <ETAStatusButton eventId={id} onPress={() => navigation.navigate('EventEta', { id })} />
        : <ETAQuickReply eventId={id} onReply={({ link }) => link && client.links.handle({ source: 'inbox', state: 'foreground', link })} />}
    </ScrollView>
  );
}
