import { createElement, useSyncExternalStore, type ReactElement, type ReactNode } from 'react';

/** What the tests set and look at. */
export const host = {
  scheme: 'light' as 'light' | 'dark',
  width: 390,
  reducesMotion: false,
  announced: [] as string[],
  opened: [] as string[],
  canOpen: true,
  /** Listeners of the system that are not removed. */
  listeners: new Set<(value: never) => void>(),
  appState: new Set<(state: string) => void>(),
};

type Props = Readonly<Record<string, unknown>> & { readonly children?: ReactNode };
const part = (name: string) => ({ children, ...props }: Props): ReactElement => createElement(name, props, children);

export const View = part('View');
export const Text = part('Text');
export const Image = part('Image');
export const Pressable = part('Pressable');
export const Switch = part('Switch');
export const ScrollView = part('ScrollView');
export const ActivityIndicator = part('ActivityIndicator');
export const Modal = ({ visible = true, ...props }: Props): ReactElement | null => (visible ? createElement('Modal', props) : null);

/** Rows as high as the visible part holds ten of: with a window of 7 there are ten visible and thirty below. */
const VISIBLE = 10;

interface ListProps extends Props {
  readonly data: readonly unknown[];
  readonly renderItem: (info: { item: unknown; index: number }) => ReactNode;
  readonly keyExtractor: (item: unknown, index: number) => string;
  readonly initialNumToRender?: number;
  readonly windowSize?: number;
  readonly initialScrollIndex?: number;
}

export function FlatList(props: ListProps): ReactElement {
  const { data, renderItem, keyExtractor, initialNumToRender = 10, windowSize = 21, initialScrollIndex = 0, ...rest } = props;
  const half = (VISIBLE * (windowSize - 1)) / 2;
  const first = Math.max(0, initialScrollIndex - half);
  const last = Math.max(initialNumToRender, initialScrollIndex + VISIBLE + half);
  const cell = (item: unknown, index: number): ReactElement => createElement('Cell', { key: keyExtractor(item, index) }, renderItem({ item, index }));
  const rows = data.map((item, index) => (index < first || index >= last ? null : cell(item, index))).filter(Boolean);
  const { ListHeaderComponent: head, ListEmptyComponent: empty, ListFooterComponent: foot } = props;
  return createElement('FlatList', { ...rest, data, count: data.length }, head as ReactNode, rows.length ? rows : (empty as ReactNode), foot as ReactNode);
}

export const StyleSheet = { create: <S>(styles: S): S => styles, hairlineWidth: 1, absoluteFillObject: {} };

const listen = <L extends (value: never) => void>(set: Set<L>, listener: L): { remove(): void } => {
  set.add(listener);
  host.listeners.add(listener);
  return {
    remove: () => {
      set.delete(listener);
      host.listeners.delete(listener);
    },
  };
};
const motion = new Set<(isOn: boolean) => void>();

export const AccessibilityInfo = {
  announceForAccessibility: (text: string): void => void host.announced.push(text),
  isReduceMotionEnabled: async (): Promise<boolean> => host.reducesMotion,
  addEventListener: (_: string, listener: (isOn: boolean) => void) => listen(motion, listener),
};
export const AppState = {
  currentState: 'active',
  addEventListener: (_: string, listener: (state: string) => void) => listen(host.appState, listener),
};
export const Linking = {
  openURL: async (url: string): Promise<void> => {
    if (!host.canOpen) throw new Error('no app');
    host.opened.push(url);
  },
};
export const Platform = { OS: 'android', Version: 34 };
export const PanResponder = { create: (callbacks: object) => ({ panHandlers: callbacks }) };

class Value {
  value = 0;
  setValue = (value: number): void => void (this.value = value);
}
const moved = (value: Value, { toValue }: { toValue: number }) => ({ start: () => value.setValue(toValue), stop: () => undefined });
export const Animated = { Value, View: part('Animated.View'), spring: moved, timing: moved };

const never = (): (() => void) => () => undefined;
export const useColorScheme = (): 'light' | 'dark' => useSyncExternalStore(never, () => host.scheme);
export const useWindowDimensions = () => ({ width: host.width, height: 844, scale: 3, fontScale: 1 });
