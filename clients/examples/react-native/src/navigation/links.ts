import { createNavigationContainerRef, type NavigationRoute } from '@react-navigation/native';
import type { Destination } from 'peal-core';
import { bindNavigation, type Screen } from 'peal-react-native';
import { client } from '../peal';

export const navigationRef = createNavigationContainerRef();

/** Since version 7 a screen of a nested navigator is named by its parent. */
const inTabs = (screen: 'Events' | 'Notifications' | 'Settings') => ({ name: 'Tabs', params: { screen } });

/** Where a link of the catalog is in this app; `null` opens the fallback, which is the list of notifications. */
export function screenOf({ route, parameters }: Destination): Screen | null {
  const params = { id: parameters['id'] };
  switch (route) {
    case '/events/{id}': return { tab: inTabs('Events'), name: 'Event', params };
    case '/events/{id}/eta': return { tab: inTabs('Events'), name: 'EventEta', params };
    case '/events/{id}/cancel': return { tab: inTabs('Events'), name: 'CancelEvent', params };
    case '/settings/notifications': return { tab: inTabs('Settings'), name: 'Preferences' };
    // The fallback has no route.
    case '/notifications': case null: return inTabs('Notifications');
    default: return null;
  }
}

/** The link of the screen that is shown: a notification that leads there needs no banner. */
export function linkOf(shown: NavigationRoute | undefined): string | undefined {
  const { id } = (shown?.params ?? {}) as { readonly id?: string };
  switch (shown?.name) {
    case 'Event': return `/events/${id}`;
    case 'EventEta': return `/events/${id}/eta`;
    case 'Notifications': return '/notifications';
    case 'Preferences': return '/settings/notifications';
    default: return undefined;
  }
}

/** Taps on pushes, banners and rows open screens. The answer ends it. */
export const bindLinks = (): (() => void) => bindNavigation(client, {
  ref: navigationRef, screenOf,
});
