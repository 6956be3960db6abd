import { PreferencesScreen } from 'peal-react-native/screens';
import type { ReactElement } from 'react';

export default function Preferences(): ReactElement {
  return <PreferencesScreen hideTitle />;
}
