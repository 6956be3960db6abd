import { useNavigation } from '@react-navigation/native';
import { useQuery } from '@tanstack/react-query';
import type { InboxView } from 'peal-core';
import type { ReactElement } from 'react';
import { ScrollView } from 'react-native';
import { List, Text } from 'react-native-paper';
import { useSelector } from 'react-redux';
import { fetchEvents } from '../events';
import type { Navigation } from '../navigation/screens';
import type { RootState } from '../state/store';

export function EventsScreen(): ReactElement {
  const { navigate } = useNavigation<Navigation>();
  const { data: events = [], isError } = useQuery({ queryKey: ['events'], queryFn: fetchEvents });
  // Both are fed from Peal's stores by the recipes: neither sends a request of its own.
  const unreadCount = useSelector<RootState, number>(({ peal }) => peal.unreadCount);
  const { data: inbox } = useQuery<InboxView>({ queryKey: ['peal', 'inbox'] });
  return (
    <ScrollView>
      <List.Section title={`${unreadCount} unread`}>
        {isError ? <Text>The events could not be loaded.</Text> : null}
        {events.map(({ id, title, place }) => (
          <List.Item
            key={id} title={title} onPress={() => navigate('Event', { id })}
            description={inbox?.items.find(({ entity }) => entity === `event/${id}`)?.title ?? place}
          />
        ))}
      </List.Section>
    </ScrollView>
  );
}
