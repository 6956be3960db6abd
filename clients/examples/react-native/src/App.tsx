import { QueryClientProvider } from '@tanstack/react-query';
import { PealProvider } from 'peal-core/hooks';
import { PealUI } from 'peal-react-native/screens';
import { useEffect, type ReactElement } from 'react';
import { PaperProvider } from 'react-native-paper';
import { SafeAreaProvider } from 'react-native-safe-area-context';
import { Provider } from 'react-redux';
import { bindLinks } from './navigation/links';
import { Navigation } from './navigation/Navigation';
import { client } from './peal';
import { Simulated } from './Simulated';
import { followPeal, queryClient, store } from './state/store';
import { ui } from './ui';

export function App(): ReactElement {
  useEffect(followPeal, []);
  useEffect(bindLinks, []);
  return (
    <SafeAreaProvider>
      <Provider store={store}>
        <QueryClientProvider client={queryClient}>
          <PaperProvider>
            <PealProvider client={client}>
              <PealUI ui={ui} theme={{ colours: { accent: '#7c3aed' } }}>
                <Simulated />
                <Navigation />
              </PealUI>
            </PealProvider>
          </PaperProvider>
        </QueryClientProvider>
      </Provider>
    </SafeAreaProvider>
  );
}
