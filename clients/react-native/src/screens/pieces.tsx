import type { ReactElement, ReactNode } from 'react';
import { View } from 'react-native';
import { Label } from './Label.js';
import { useUI } from './PealUI.js';
import type { Colours } from './theme.js';

export type ToneName = 'green' | 'yellow' | 'red' | 'gray';

/** A word in a colour; the word says what the colour does. */
export function Pill({ tone, text }: { readonly tone: ToneName; readonly text: string }): ReactElement {
  const { colours, space, radius } = useUI().theme;
  const { ink, background, fill } = colours[tone];
  return (
    <View
      style={{
        flexDirection: 'row', alignItems: 'center', alignSelf: 'flex-start', gap: 6, flexShrink: 1, paddingHorizontal: 10, paddingVertical: space.xs,
        borderRadius: radius.round, backgroundColor: background,
      }}
    >
      <Dot color={fill} />
      <Label kind="tiny" weight="600" color={ink} style={{ flexShrink: 1 }}>{text}</Label>
    </View>
  );
}

export function Dot({ color, size = 8 }: { readonly color: string; readonly size?: number }): ReactElement {
  return <View style={{ width: size, height: size, borderRadius: size / 2, backgroundColor: color }} />;
}

/** A number in a circle that grows with it. */
export function Count({ value, tone = 'tint' }: { readonly value: number | string; readonly tone?: 'tint' | 'red' }): ReactElement {
  const { colours, radius } = useUI().theme;
  const look: Pick<Colours['red'], 'ink' | 'background'> = tone === 'red'
    ? { ink: '#ffffff', background: '#c22f24' }
    : { ink: colours.link, background: colours.tint };
  return (
    <View
      style={{
        minWidth: 22, minHeight: 22, paddingHorizontal: 6, borderRadius: radius.round, alignItems: 'center',
        justifyContent: 'center', backgroundColor: look.background,
      }}
    >
      <Label kind="tiny" weight="700" color={look.ink} style={{ fontVariant: ['tabular-nums'] }}>{value}</Label>
    </View>
  );
}

/** An icon in a circle; `alert` is for what is red itself. */
export function Mark({ icon, tone = 'tint' }: { readonly icon: string; readonly tone?: 'red' | 'alert' | 'tint' }): ReactElement {
  const { theme: { colours }, components: { Icon } } = useUI();
  const background = { red: colours.red.background, alert: colours.surface, tint: colours.tint }[tone];
  return (
    <View style={{ width: 40, height: 40, borderRadius: 20, alignItems: 'center', justifyContent: 'center', backgroundColor: background }}>
      <Icon name={icon} size={22} color={tone === 'tint' ? colours.link : colours.red.ink} />
    </View>
  );
}

/** Settings that belong together, below their heading. */
export function Section({ title, children }: { readonly title: string; readonly children?: ReactNode }): ReactElement {
  const { colours, space, radius } = useUI().theme;
  return (
    <View style={{ gap: space.s }}>
      <Label kind="small" weight="600" soft accessibilityRole="header" style={{ paddingHorizontal: space.xs }}>{title}</Label>
      <View
        style={{
          borderRadius: radius.m, backgroundColor: colours.surface, borderWidth: 1, borderColor: colours.line, overflow: 'hidden',
        }}
      >
        {children}
      </View>
    </View>
  );
}

/** One setting of a section; all but the first have a line above. */
export function Item({ isFirst = false, children }: { readonly isFirst?: boolean; readonly children?: ReactNode }): ReactElement {
  const { colours, space } = useUI().theme;
  return (
    <View
      style={{
        paddingHorizontal: space.l, paddingVertical: space.s, gap: space.xs, borderTopWidth: isFirst ? 0 : 1,
        borderColor: colours.line,
      }}
    >
      {children}
    </View>
  );
}
