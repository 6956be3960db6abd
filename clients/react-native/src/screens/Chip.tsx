import type { ReactElement, ReactNode } from 'react';
import { Pressable, View } from 'react-native';
import { Label } from './Label.js';
import { useUI } from './PealUI.js';

export interface ChipProps {
  readonly title: string;
  readonly isOn: boolean;
  readonly onPress: () => void;
  /** `checkbox`: any number of them is on. `radio`: one. */
  readonly role: 'checkbox' | 'radio' | 'togglebutton';
  readonly accessibilityLabel?: string;
  /** Before and after the title. */
  readonly start?: ReactNode;
  readonly end?: ReactNode;
}

/** A small choice, in a place that is large enough for a finger. On is a colour, an outline and, for a checkbox, a check mark. */
export function Chip({ title, isOn, onPress, role, accessibilityLabel, start, end }: ChipProps): ReactElement {
  const { theme: { colours, space, target, radius }, components: { Icon } } = useUI();
  const ink = isOn ? colours.link : colours.ink;
  const isToggle = role === 'togglebutton';
  return (
    <Pressable
      accessibilityRole={role}
      accessibilityLabel={accessibilityLabel ?? title}
      accessibilityState={isToggle ? { selected: isOn } : { checked: isOn }}
      onPress={onPress}
      style={({ pressed }) => ({ minHeight: target, minWidth: target, justifyContent: 'center', opacity: pressed ? 0.65 : 1 })}
    >
      <View
        style={{
          minHeight: 36, flexDirection: 'row', alignItems: 'center', justifyContent: 'center', gap: 6, paddingHorizontal: space.m, paddingVertical: space.xs,
          borderRadius: radius.round, borderWidth: 1, borderColor: isOn ? colours.accent : colours.line,
          backgroundColor: isOn ? colours.tint : colours.surface,
        }}
      >
        {start}
        {isOn && role === 'checkbox' ? <Icon name="check" size={16} color={ink} /> : null}
        <Label kind="small" weight="600" color={ink} style={{ flexShrink: 1 }}>{title}</Label>
        {end}
      </View>
    </Pressable>
  );
}
