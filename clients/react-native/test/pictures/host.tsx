import { Component, createElement, useEffect, useState, type CSSProperties, type ReactElement, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** What a page of pictures sets. */
export const host = { scheme: 'light' as 'light' | 'dark', fontScale: 1, frame: null as HTMLElement | null };

type Style = Readonly<Record<string, unknown>>;
type Props = Readonly<Record<string, unknown>> & { readonly children?: ReactNode };

const flat = (style: unknown): Style => (Array.isArray(style) ? Object.assign({}, ...style.map(flat)) as Style : style ? (style as Style) : {});
const both: Readonly<Record<string, readonly string[]>> = {
  paddingHorizontal: ['paddingLeft', 'paddingRight'], paddingVertical: ['paddingTop', 'paddingBottom'],
  marginHorizontal: ['marginLeft', 'marginRight'], marginVertical: ['marginTop', 'marginBottom'],
  paddingStart: ['paddingInlineStart'], paddingEnd: ['paddingInlineEnd'], marginStart: ['marginInlineStart'], marginEnd: ['marginInlineEnd'],
  start: ['insetInlineStart'], end: ['insetInlineEnd'],
};

/** A style of React Native as one of the browser, near enough to look at. */
function css(style: Style): CSSProperties {
  const made: Record<string, unknown> = {};
  const short: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(style)) {
    if (both[name]) for (const one of both[name]!) made[one] = value;
    else if (name === 'flex') Object.assign(made, { flexGrow: value, flexShrink: 1, flexBasis: style['flexBasis'] ?? 0 });
    else if (name === 'fontSize' || name === 'lineHeight') made[name] = `${(value as number) * host.fontScale}px`;
    else if (name === 'shadowColor') {
      const { width = 0, height = 0 } = (style['shadowOffset'] ?? {}) as { width?: number; height?: number };
      made['boxShadow'] = `${width}px ${height}px ${Number(style['shadowRadius'] ?? 0)}px rgb(0 0 0 / ${Number(style['shadowOpacity'] ?? 0)})`;
    } else if (name === 'transform') {
      made[name] = (value as Record<string, number | Value>[]).map((one) => {
        const by = one['translateX'] ?? 0;
        return `translateX(${typeof by === 'number' ? by : by.value}px)`;
      }).join(' ');
    } else if (name === 'textAlign' && value === 'auto') made[name] = 'start';
    else if (name === 'fontVariant') made['fontVariantNumeric'] = (value as string[]).join(' ');
    else if (/^(padding|margin|gap)$/.test(name)) short[name] = value;
    else if (!/^(shadow|elevation|tintColor|resizeMode)/.test(name)) made[name] = value;
  }
  return { ...short, ...made } as CSSProperties;
}

const box: CSSProperties = {
  display: 'flex', flexDirection: 'column', position: 'relative', boxSizing: 'border-box', minWidth: 0, minHeight: 0, flexShrink: 0,
  alignItems: 'stretch', borderStyle: 'solid', borderWidth: 0, margin: 0, padding: 0,
};
const roles: Readonly<Record<string, string>> = { header: 'heading', togglebutton: 'button', summary: 'group', none: 'none' };

function access(props: Props): Readonly<Record<string, unknown>> {
  const role = props['accessibilityRole'] as string | undefined;
  const state = (props['accessibilityState'] ?? {}) as Readonly<Record<string, boolean | undefined>>;
  return {
    role: role && (roles[role] ?? role), 'aria-label': props['accessibilityLabel'], 'aria-hidden': props['accessibilityElementsHidden'],
    'aria-disabled': state['disabled'], 'aria-expanded': state['expanded'], 'aria-busy': state['busy'],
    'aria-checked': role === 'switch' || role === 'radio' || role === 'checkbox' ? state['checked'] : undefined,
    'aria-pressed': role === 'togglebutton' ? state['selected'] : undefined,
    'aria-level': role === 'header' ? 2 : undefined,
  };
}

export const View = (props: Props): ReactElement => {
  const none = props['pointerEvents'] === 'box-none' || props['pointerEvents'] === 'none';
  return <div {...access(props)} style={{ ...box, ...css(flat(props['style'])), pointerEvents: none ? 'none' : 'auto' }}>{props.children}</div>;
};

export const Text = (props: Props): ReactElement => {
  const lines = props['numberOfLines'] as number | undefined;
  const cut: CSSProperties = lines ? { display: '-webkit-box', WebkitLineClamp: lines, WebkitBoxOrient: 'vertical', overflow: 'hidden' } : {};
  return (
    <div {...access(props)} data-text="" style={{ minWidth: 0, whiteSpace: 'pre-wrap', overflowWrap: 'break-word', ...css(flat(props['style'])), ...cut }}>
      {props.children}
    </div>
  );
};

export const Image = (props: Props): ReactElement => {
  const style = flat(props['style']);
  const { uri } = props['source'] as { uri: string };
  const tint = style['tintColor'] as string | undefined;
  if (!tint) return <img alt="" src={uri} style={{ ...css(style), objectFit: 'cover' }} />;
  const mask = `url("${uri}")`;
  return <div style={{ flexShrink: 0, ...css(style), backgroundColor: tint, WebkitMaskImage: mask, WebkitMaskSize: '100% 100%' } as CSSProperties} />;
};

export const Pressable = (props: Props): ReactElement => {
  const style = props['style'];
  const looks = typeof style === 'function' ? (style as (state: { pressed: boolean }) => unknown)({ pressed: false }) : style;
  const press = (): void => {
    if (!props['disabled']) (props['onPress'] as (() => void) | undefined)?.();
  };
  return <div {...access(props)} onClick={press} style={{ ...box, ...css(flat(looks)), pointerEvents: 'auto', cursor: 'pointer' }}>{props.children}</div>;
};

export const Switch = (props: Props): ReactElement => {
  const isOn = props['value'] === true;
  const track = (props['trackColor'] ?? {}) as Readonly<Record<string, string>>;
  const change = (): void => {
    if (!props['disabled']) (props['onValueChange'] as (value: boolean) => void)(!isOn);
  };
  return (
    <div {...access(props)} onClick={change} style={{ width: 52, height: 48, display: 'flex', alignItems: 'center', flexShrink: 0, opacity: props['disabled'] ? 0.5 : 1 }}>
      <div style={{ width: 50, height: 30, borderRadius: 15, padding: 2, boxSizing: 'border-box', background: track[String(isOn)], display: 'flex', justifyContent: isOn ? 'flex-end' : 'flex-start' }}>
        <div style={{ width: 26, height: 26, borderRadius: 13, background: props['thumbColor'] as string }} />
      </div>
    </div>
  );
};

export const ScrollView = (props: Props): ReactElement => (
  <div {...access(props)} data-scroll="" style={{ ...box, flexShrink: 1, overflowY: 'auto', overflowX: 'hidden', display: 'block', ...css(flat(props['style'])) }}>
    <div style={{ ...box, minHeight: '100%', margin: '0 auto', ...css(flat(props['contentContainerStyle'])) }}>{props.children}</div>
  </div>
);

interface ListProps {
  readonly data: readonly unknown[];
  readonly renderItem: (info: { item: unknown; index: number }) => ReactNode;
  readonly keyExtractor: (item: unknown, index: number) => string;
  readonly ListHeaderComponent?: ReactNode;
  readonly ListEmptyComponent?: ReactNode;
  readonly ListFooterComponent?: ReactNode;
  readonly initialScrollIndex?: number;
}

export class FlatList extends Component<Props & ListProps> {
  override render(): ReactNode {
    const { data, renderItem, keyExtractor, ListHeaderComponent, ListEmptyComponent, ListFooterComponent, initialScrollIndex = 0 } = this.props;
    const rows = data.slice(initialScrollIndex, initialScrollIndex + 60);
    return (
      <ScrollView {...this.props}>
        {ListHeaderComponent}
        {rows.map((item, index) => createElement('div', { key: keyExtractor(item, index) }, renderItem({ item, index })))}
        {data.length ? null : ListEmptyComponent}
        {ListFooterComponent}
      </ScrollView>
    );
  }
}

/** Over the frame, as a modal is over a phone's screen. */
export const Modal = ({ visible = true, transparent, children }: Props): ReactElement | null => (visible && host.frame
  ? createPortal(
    <div data-modal="" role="dialog" aria-modal style={{ ...box, position: 'absolute', top: 0, right: 0, bottom: 0, left: 0, zIndex: 2000, background: transparent ? 'transparent' : '#fff' }}>{children}</div>,
    host.frame,
  ) : null);

const silent = { remove: (): void => undefined };
export const StyleSheet = { create: <S,>(styles: S): S => styles, hairlineWidth: 1, absoluteFillObject: {} };
export const AccessibilityInfo = { announceForAccessibility: (): void => undefined, isReduceMotionEnabled: async () => true, addEventListener: () => silent };
export const AppState = { currentState: 'active', addEventListener: () => silent };
export const Linking = { openURL: async (): Promise<void> => undefined };
export const Platform = { OS: 'ios', Version: 18 };
export const PanResponder = { create: () => ({ panHandlers: {} }) };
class Value {
  constructor(public value: number) {}
  setValue = (value: number): void => void (this.value = value);
}
const moved = () => ({ start: (): void => undefined, stop: (): void => undefined });
export const Animated = { Value, View, spring: moved, timing: moved };
export const ActivityIndicator = View;
export const useColorScheme = (): 'light' | 'dark' => host.scheme;

export function useWindowDimensions(): { readonly width: number; readonly height: number; readonly scale: number; readonly fontScale: number } {
  const [width, setWidth] = useState(window.innerWidth);
  useEffect(() => {
    const changed = (): void => setWidth(window.innerWidth);
    window.addEventListener('resize', changed);
    return () => window.removeEventListener('resize', changed);
  }, []);
  return { width, height: window.innerHeight, scale: 2, fontScale: host.fontScale };
}
