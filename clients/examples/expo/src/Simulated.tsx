import type { ReactElement } from 'react';
import { Text } from 'react-native';
import { useSafeAreaInsets } from 'react-native-safe-area-context';
import { nhs } from './peal';

/** Nobody takes a sandbox's pushes for real ones. */
export function Simulated(): ReactElement | null {
  const { top } = useSafeAreaInsets();
  if (!nhs.isSimulated) return null;
  return <Text style={{ paddingTop: top, textAlign: 'center', backgroundColor: '#fcefd3', color: '#7d4c00' }}>Simulated pushes</Text>;
}
