import { router } from 'expo-router';
import type { ReactElement } from 'react';
import { events } from '../../src/content';
import { Items } from '../../src/Items';

export default function Events(): ReactElement {
  return <Items path="/events" category="events" items={events} onPress={({ entity }) => router.push(`/events/${entity.split('/')[1]}`)} />;
}
