import type { ReactElement } from 'react';
import { View } from 'react-native';
import { Button, Text } from 'react-native-paper';
import type { ScreenProps } from '../navigation/screens';

/** The app's own way to cancel: “Can't make it ✗” opens it, after the host was notified. */
export function CancelScreen({ navigation }: ScreenProps<'CancelEvent'>): ReactElement {
  return (
    <View style={{ padding: 16, gap: 16 }}>
      <Text>Cancel your place, so that another member can come?</Text>
      <Button mode="contained" onPress={() => navigation.goBack()}>Cancel my place</Button>
    </View>
  );
}
