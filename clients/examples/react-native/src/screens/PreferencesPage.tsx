import { useViewed } from 'peal-react-native/hooks';
import { PreferencesScreen, SoftPrompt } from 'peal-react-native/screens';
import type { ReactElement } from 'react';

/** `/settings/notifications`, where the catalog of GSS wants the reminder after a denial. */
export function PreferencesPage(): ReactElement {
  useViewed({ link: '/settings/notifications' });
  return (
    <>
      <SoftPrompt screen="/settings/notifications" />
      <PreferencesScreen hideTitle />
    </>
  );
}
