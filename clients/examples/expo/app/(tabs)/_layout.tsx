import { Tabs } from 'expo-router';
import { useTabCount } from 'peal-react-native/hooks';
import type { ReactElement } from 'react';

/** Each tab has the number of unread notifications of its category. */
export default function TabsLayout(): ReactElement {
  const announcements = useTabCount({ category: 'announcements' });
  const events = useTabCount({ category: 'events' });
  const hours = useTabCount({ category: 'volunteer-hours' });
  const sessions = useTabCount({ category: 'ble-sessions' });
  const all = useTabCount();
  const options = (title: string, count: number) => ({ title, ...(count ? { tabBarBadge: count } : {}) });
  return (
    <Tabs>
      <Tabs.Screen name="announcements" options={options('Announcements', announcements)} />
      <Tabs.Screen name="events" options={options('Events', events)} />
      <Tabs.Screen name="volunteer-hours" options={options('Hours', hours)} />
      <Tabs.Screen name="ble-attendance" options={options('Check in', sessions)} />
      <Tabs.Screen name="notifications" options={options('Inbox', all)} />
    </Tabs>
  );
}
