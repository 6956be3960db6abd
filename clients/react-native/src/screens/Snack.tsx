import type { ReactElement } from 'react';
import { Pressable, View } from 'react-native';
import { Label } from './Label.js';
import { useUI } from './PealUI.js';

export interface SnackProps {
  readonly text: string;
  readonly action?: { readonly title: string; readonly run: () => void };
}

/** A line over the end of a screen: what was done, and how to undo it. */
export function Snack({ text, action }: SnackProps): ReactElement {
  const { colours, space, radius, target } = useUI().theme;
  return (
    <View pointerEvents="box-none" style={{ position: 'absolute', left: 0, right: 0, bottom: space.m, paddingHorizontal: space.m, alignItems: 'center' }}>
      <View
        accessibilityLiveRegion="none"
        style={{
          flexDirection: 'row', alignItems: 'center', gap: space.m, maxWidth: 520, minHeight: target, paddingHorizontal: space.l,
          borderRadius: radius.m, backgroundColor: colours.ink, elevation: 6,
          shadowColor: '#000000', shadowOpacity: 0.2, shadowRadius: 12, shadowOffset: { width: 0, height: 4 },
        }}
      >
        <Label kind="small" weight="500" color={colours.surface} style={{ flexShrink: 1, paddingVertical: space.s }}>{text}</Label>
        {action ? (
          <Pressable
            accessibilityRole="button"
            accessibilityLabel={action.title}
            onPress={action.run}
            style={{ minHeight: target, minWidth: target, justifyContent: 'center', alignItems: 'center' }}
          >
            <Label kind="small" weight="700" color={colours.surface} style={{ textDecorationLine: 'underline' }}>{action.title}</Label>
          </Pressable>
        ) : null}
      </View>
    </View>
  );
}
