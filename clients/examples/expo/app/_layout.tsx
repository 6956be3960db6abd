import { router, Stack, useNavigationContainerRef, usePathname } from 'expo-router';
import { PealProvider } from 'peal-core/hooks';
import { bindExpoRouter } from 'peal-react-native';
import { PealBanners, PealUI, PermissionSheet } from 'peal-react-native/screens';
import { useEffect, type ReactElement } from 'react';
import { SafeAreaProvider, useSafeAreaInsets } from 'react-native-safe-area-context';
import { client } from '../src/peal';
import { Simulated } from '../src/Simulated';

export default function RootLayout(): ReactElement {
  return (
    <SafeAreaProvider>
      <PealProvider client={client}>
        <PealUI theme={{ colours: { accent: '#1d4ed8' } }}><Root /></PealUI>
      </PealProvider>
    </SafeAreaProvider>
  );
}

function Root(): ReactElement {
  const ref = useNavigationContainerRef();
  const { top } = useSafeAreaInsets();
  // The catalog's links are the files of this folder. A detail opens above its tab, so that "back" leads there.
  useEffect(() => bindExpoRouter(client, {
    router, ref, tabOf: ({ route }) => (route === '/events/{id}' ? '/events' : null),
  }), [ref]);
  return (
    <>
      <Simulated />
      <Stack>
        <Stack.Screen name="(tabs)" options={{ headerShown: false }} />
        <Stack.Screen name="events/[id]" options={{ title: 'Event' }} />
        <Stack.Screen name="preferences" options={{ title: 'Notifications' }} />
      </Stack>
      <PermissionSheet />
      <PealBanners top={top} currentLink={usePathname()} />
    </>
  );
}
