import { useNavigation } from '@react-navigation/native';
import { useStore } from 'peal-core/hooks';
import { SettingsRow } from 'peal-react-native/screens';
import type { ReactElement } from 'react';
import { ScrollView } from 'react-native';
import { Button, List } from 'react-native-paper';
import type { Navigation } from '../navigation/screens';
import { signInAs } from '../peal';
import { session, users } from '../session';

/** The app's settings: “Notifications” with the number of enabled categories, and who uses the app. */
export function SettingsScreen(): ReactElement {
  const { navigate } = useNavigation<Navigation>();
  const user = useStore(session);
  return (
    <ScrollView>
      <SettingsRow onPress={() => navigate('Preferences')} />
      <List.Section title="Signed in as">
        {users.map(({ id, name }) => (
          <Button key={id} mode={id === user ? 'contained' : 'text'} onPress={() => void signInAs(id)}>{name}</Button>
        ))}
        <Button mode="text" onPress={() => void signInAs(null)}>Sign out</Button>
      </List.Section>
    </ScrollView>
  );
}
