import { NavigationContainer } from '@react-navigation/native';
import { createNativeStackNavigator } from '@react-navigation/native-stack';
import { useState, type ReactElement } from 'react';
import { useSafeAreaInsets } from 'react-native-safe-area-context';
import { PealBanners, PermissionSheet } from 'peal-react-native/screens';
import { BoardScreen } from '../screens/BoardScreen';
import { CancelScreen } from '../screens/CancelScreen';
import { EventScreen } from '../screens/EventScreen';
import { PreferencesPage } from '../screens/PreferencesPage';
import { linkOf, navigationRef } from './links';
import type { Screens } from './screens';
import { TabScreens } from './TabScreens';

const Stack = createNativeStackNavigator<Screens>();

export function Navigation(): ReactElement {
  const { top } = useSafeAreaInsets();
  const [link, setLink] = useState<string>();
  const moved = (): void => setLink(linkOf(navigationRef.getCurrentRoute()));
  return (
    <>
      <NavigationContainer ref={navigationRef} onReady={moved} onStateChange={moved}>
        <Stack.Navigator>
          <Stack.Screen name="Tabs" component={TabScreens} options={{ headerShown: false }} />
          <Stack.Screen name="Event" component={EventScreen} options={{ title: 'Event' }} />
          <Stack.Screen name="EventEta" component={BoardScreen} options={{ title: 'ETA Status' }} />
          <Stack.Screen name="CancelEvent" component={CancelScreen} options={{ title: 'Cancel' }} />
          <Stack.Screen name="Preferences" component={PreferencesPage} options={{ title: 'Notifications' }} />
        </Stack.Navigator>
      </NavigationContainer>
      <PermissionSheet />
      <PealBanners top={top} currentLink={link} />
    </>
  );
}
