import { useThread } from 'peal-react-native/hooks';
import type { ReactElement } from 'react';
import { Pressable, Text, View } from 'react-native';

const lengths = { '1 hour': 'PT1H', '1 day': 'P1D', '1 week': 'P7D' };

/** Mutes a thread for a while. While the screen has the focus, the server knows that the user looks at it. */
export function MuteButtons({ thread, isFocused }: { readonly thread: string; readonly isFocused: boolean }): ReactElement {
  const { mute, unmute, muted } = useThread(thread, { isFocused });
  const button = (title: string, press: () => Promise<void>): ReactElement => (
    <Pressable key={title} accessibilityRole="button" onPress={() => void press()} style={{ padding: 12 }}>
      <Text>{title}</Text>
    </Pressable>
  );
  return (
    <View style={{ flexDirection: 'row', flexWrap: 'wrap' }}>
      {muted ? button('Unmute', unmute) : Object.entries(lengths).map(([title, length]) => button(`Mute for ${title}`, () => mute(length)))}
    </View>
  );
}
