import type { ReactElement } from 'react';
import { Pressable, type AccessibilityState } from 'react-native';
import { useUI } from './PealUI.js';

export interface IconButtonProps {
  readonly icon: string;
  readonly label: string;
  readonly onPress: () => void;
  readonly accessibilityState?: AccessibilityState;
}

/** A button that shows an icon; its label is for screen readers. */
export function IconButton({ icon, label, onPress, accessibilityState }: IconButtonProps): ReactElement {
  const { theme: { colours, target, radius }, components: { Icon } } = useUI();
  return (
    <Pressable
      accessibilityRole="button"
      accessibilityLabel={label}
      accessibilityState={accessibilityState}
      onPress={onPress}
      style={({ pressed }) => ({
        width: target, height: target, alignItems: 'center', justifyContent: 'center', borderRadius: radius.round,
        backgroundColor: pressed ? colours.sunken : 'transparent',
      })}
    >
      <Icon name={icon} size={22} color={colours.soft} />
    </Pressable>
  );
}
