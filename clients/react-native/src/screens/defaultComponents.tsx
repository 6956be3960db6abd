import type { ReactElement } from 'react';
import { Image, Pressable, Switch as SystemSwitch, Text, View, type SwitchProps } from 'react-native';
import { iconCount, iconIndex, iconSheet } from './icons.js';
import { decoration } from './decoration.js';
import { Label } from './Label.js';
import type { ButtonProps, IconProps, Components } from './components.js';
import { useUI } from './PealUI.js';
import type { Theme } from './theme.js';
import { TimePicker } from './TimePicker.js';

interface Look {
  readonly ink: string;
  readonly background: string;
  readonly border: string;
}

function lookOf({ colours }: Theme, kind: ButtonProps['kind'], isSelected: boolean): Look {
  if (kind === 'primary') return { ink: colours.onAccent, background: colours.accent, border: colours.accent };
  if (isSelected) return { ink: colours.link, background: colours.tint, border: colours.accent };
  if (kind === 'quiet') return { ink: colours.link, background: 'transparent', border: 'transparent' };
  return { ink: kind === 'danger' ? colours.red.ink : colours.ink, background: colours.surface, border: colours.line };
}

function Button({ title, kind, icon, dot, onPress, disabled = false, isWide = false, ...access }: ButtonProps): ReactElement {
  const { theme, components: { Icon } } = useUI();
  const { space, radius, target } = theme;
  const state = access.accessibilityState;
  const { ink, background, border } = lookOf(theme, kind, state?.selected === true);
  return (
    <Pressable
      accessibilityRole="button"
      accessibilityLabel={access.accessibilityLabel ?? title}
      accessibilityState={{ ...state, disabled }}
      disabled={disabled}
      onPress={onPress}
      style={({ pressed }) => ({
        minHeight: target, paddingVertical: space.s, paddingHorizontal: kind === 'quiet' ? space.s : space.l, gap: space.s,
        flexDirection: 'row', alignItems: 'center', justifyContent: dot ? 'flex-start' : 'center', flexShrink: 1,
        alignSelf: isWide ? 'stretch' : 'auto', borderRadius: radius.s, borderWidth: 1, borderColor: border,
        backgroundColor: background, opacity: disabled ? 0.5 : pressed ? 0.65 : 1,
      })}
    >
      {dot ? <View style={{ width: 10, height: 10, borderRadius: 5, backgroundColor: dot }} /> : null}
      {icon ? <Icon name={icon} size={20} color={ink} /> : null}
      <Label kind={isWide || kind === 'primary' ? 'body' : 'small'} weight="600" color={ink} style={{ flexShrink: 1, textAlign: dot ? 'auto' : 'center' }}>
        {title}
      </Label>
    </Pressable>
  );
}

function Switch(props: SwitchProps): ReactElement {
  const { colours } = useUI().theme;
  return (
    <SystemSwitch
      trackColor={{ false: colours.edge, true: colours.accent }}
      thumbColor={colours.surface}
      ios_backgroundColor={colours.edge}
      {...props}
    />
  );
}

/** Decoration: what it stands for is in the label next to it. All icons are one picture, of which one is visible. */
function Icon({ name, size, color }: IconProps): ReactElement {
  return (
    <View {...decoration} style={{ width: size, height: size, overflow: 'hidden' }}>
      <Image
        source={{ uri: iconSheet }}
        fadeDuration={0}
        style={{ width: size, height: size * iconCount, marginTop: -size * iconIndex(name), tintColor: color, resizeMode: 'stretch' }}
      />
    </View>
  );
}

export const defaultComponents: Components = { Text, Button, Switch, Icon, TimePicker };
