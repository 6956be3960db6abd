import { useLocalSearchParams } from 'expo-router';
import type { ReactElement } from 'react';
import { ScrollView, Text } from 'react-native';
import { events } from '../../src/content';

/** `/events/{id}`: the push of a new event leads here. */
export default function Event(): ReactElement {
  const { id } = useLocalSearchParams<{ id: string }>();
  const event = events.find(({ entity }) => entity === `event/${id}`);
  return (
    <ScrollView contentContainerStyle={{ padding: 16, gap: 8 }}>
      <Text style={{ fontWeight: '600' }}>{event?.title ?? 'This event is not there any more.'}</Text>
      <Text>{event?.text}</Text>
    </ScrollView>
  );
}
