/**
 * What the screens and an app around them use of React Native, and nothing else. Written by hand for 0.76 to 0.82: in these versions each
 * part below is the same. `read:` names the page that a part was read from.
 */
import type { Component, ComponentType, ReactElement, ReactNode } from 'react';

// Styles. read: reactnative.dev/docs/0.76/view-style-props, text-style-props, image-style-props, layout-props, transforms

export type StyleProp<T> = T | false | null | undefined | readonly StyleProp<T>[];
/** Points, `'50%'` or `'auto'`. */
export type Size = number | string;

export interface ViewStyle {
  readonly alignItems?: 'flex-start' | 'flex-end' | 'center' | 'stretch' | 'baseline';
  readonly alignSelf?: 'auto' | 'flex-start' | 'flex-end' | 'center' | 'stretch' | 'baseline';
  readonly backgroundColor?: string;
  readonly borderBottomWidth?: number;
  readonly borderColor?: string;
  readonly borderRadius?: number;
  readonly borderTopLeftRadius?: number;
  readonly borderTopRightRadius?: number;
  readonly borderTopWidth?: number;
  readonly borderWidth?: number;
  readonly bottom?: Size;
  readonly columnGap?: number;
  readonly display?: 'none' | 'flex';
  /** Android: the shadow. */
  readonly elevation?: number;
  /** Start and end follow the direction of the language. */
  readonly end?: Size;
  readonly flex?: number;
  readonly flexBasis?: Size;
  readonly flexDirection?: 'row' | 'column' | 'row-reverse' | 'column-reverse';
  readonly flexGrow?: number;
  readonly flexShrink?: number;
  readonly flexWrap?: 'wrap' | 'nowrap';
  readonly gap?: number;
  readonly height?: Size;
  readonly justifyContent?: 'flex-start' | 'flex-end' | 'center' | 'space-between' | 'space-around' | 'space-evenly';
  readonly left?: Size;
  readonly margin?: Size;
  readonly marginBottom?: Size;
  readonly marginEnd?: Size;
  readonly marginHorizontal?: Size;
  readonly marginStart?: Size;
  readonly marginTop?: Size;
  readonly marginVertical?: Size;
  readonly maxHeight?: Size;
  readonly maxWidth?: Size;
  readonly minHeight?: Size;
  readonly minWidth?: Size;
  readonly opacity?: number;
  readonly overflow?: 'visible' | 'hidden' | 'scroll';
  readonly padding?: Size;
  readonly paddingBottom?: Size;
  readonly paddingEnd?: Size;
  readonly paddingHorizontal?: Size;
  readonly paddingStart?: Size;
  readonly paddingTop?: Size;
  readonly paddingVertical?: Size;
  readonly position?: 'absolute' | 'relative';
  readonly right?: Size;
  readonly rowGap?: number;
  readonly shadowColor?: string;
  readonly shadowOffset?: { readonly width: number; readonly height: number };
  readonly shadowOpacity?: number;
  readonly shadowRadius?: number;
  readonly start?: Size;
  readonly top?: Size;
  readonly transform?: readonly ({ readonly translateX: number | Animated.Value } | { readonly translateY: number | Animated.Value })[];
  readonly width?: Size;
  readonly zIndex?: number;
}

export interface TextStyle extends ViewStyle {
  readonly color?: string;
  readonly fontFamily?: string;
  readonly fontSize?: number;
  readonly fontVariant?: readonly 'tabular-nums'[];
  readonly fontWeight?: 'normal' | 'bold' | '400' | '500' | '600' | '700';
  readonly letterSpacing?: number;
  readonly lineHeight?: number;
  readonly textAlign?: 'auto' | 'left' | 'right' | 'center' | 'justify';
  readonly textDecorationLine?: 'none' | 'underline' | 'line-through';
}

export interface ImageStyle extends ViewStyle {
  readonly resizeMode?: 'cover' | 'contain' | 'stretch' | 'center';
  readonly tintColor?: string;
}

export const StyleSheet: {
  create<S extends Record<string, ViewStyle | TextStyle | ImageStyle>>(styles: S): S;
  /** The thinnest line that the screen draws. */
  readonly hairlineWidth: number;
  readonly absoluteFillObject: ViewStyle;
};

// Accessibility. read: reactnative.dev/docs/0.76/accessibility; ViewAccessibility of react-native 0.80.1 and 0.81.0

export type AccessibilityRole =
  | 'none' | 'button' | 'togglebutton' | 'link' | 'image' | 'text' | 'adjustable' | 'header' | 'summary' | 'alert' | 'checkbox'
  | 'menu' | 'menuitem' | 'progressbar' | 'radio' | 'radiogroup' | 'switch' | 'tab' | 'tablist' | 'timer' | 'list' | 'toolbar';

export interface AccessibilityState {
  readonly disabled?: boolean;
  readonly selected?: boolean;
  readonly checked?: boolean | 'mixed';
  readonly busy?: boolean;
  readonly expanded?: boolean;
}

export interface AccessibilityActionEvent {
  readonly nativeEvent: { readonly actionName: string };
}

export interface AccessibilityProps {
  /** Its children are one element for a screen reader; those that can be pressed are lost to it. */
  readonly accessible?: boolean;
  readonly accessibilityRole?: AccessibilityRole;
  readonly accessibilityLabel?: string;
  readonly accessibilityHint?: string;
  readonly accessibilityState?: AccessibilityState;
  readonly accessibilityActions?: readonly { readonly name: string; readonly label?: string }[];
  readonly onAccessibilityAction?: (event: AccessibilityActionEvent) => void;
  /** Android only; iOS is told by `AccessibilityInfo.announceForAccessibility`. */
  readonly accessibilityLiveRegion?: 'none' | 'polite' | 'assertive';
  /** Android only. */
  readonly importantForAccessibility?: 'auto' | 'yes' | 'no' | 'no-hide-descendants';
  /** iOS only. */
  readonly accessibilityElementsHidden?: boolean;
  /** iOS only: what is around it cannot be reached. */
  readonly accessibilityViewIsModal?: boolean;
  /** iOS only: the two-finger scrub. */
  readonly onAccessibilityEscape?: () => void;
}

export interface Subscription {
  remove(): void;
}

// read: reactnative.dev/docs/0.76/accessibilityinfo; AccessibilityInfo.d.ts of react-native 0.76.1
export const AccessibilityInfo: {
  announceForAccessibility(announcement: string): void;
  isReduceMotionEnabled(): Promise<boolean>;
  addEventListener(event: 'reduceMotionChanged' | 'screenReaderChanged', handler: (isOn: boolean) => void): Subscription;
};

// Parts. read: reactnative.dev/docs/0.76/view, text, image, pressable, switch, scrollview, modal, activityindicator

export interface LayoutChangeEvent {
  readonly nativeEvent: { readonly layout: { readonly x: number; readonly y: number; readonly width: number; readonly height: number } };
}

export interface GestureResponderEvent {
  readonly nativeEvent: { readonly pageX: number; readonly pageY: number };
}

export interface ViewProps extends AccessibilityProps {
  readonly children?: ReactNode;
  readonly style?: StyleProp<ViewStyle>;
  readonly testID?: string;
  /** `box-none`: its children take touches, the view itself none. */
  readonly pointerEvents?: 'auto' | 'none' | 'box-none' | 'box-only';
  readonly onLayout?: (event: LayoutChangeEvent) => void;
}

export class View extends Component<ViewProps> {}

export interface TextProps extends AccessibilityProps {
  readonly children?: ReactNode;
  readonly style?: StyleProp<TextStyle>;
  readonly testID?: string;
  readonly numberOfLines?: number;
  readonly onPress?: () => void;
}

export class Text extends Component<TextProps> {}

export interface ImageProps extends AccessibilityProps {
  /** A file that the bundler knows, or an address; `data:` works on both systems. */
  readonly source: number | { readonly uri: string; readonly width?: number; readonly height?: number };
  readonly style?: StyleProp<ImageStyle>;
  readonly onError?: () => void;
  /** Android: milliseconds of the fade-in. */
  readonly fadeDuration?: number;
}

export class Image extends Component<ImageProps> {}

export interface PressableProps extends AccessibilityProps {
  readonly children?: ReactNode;
  readonly style?: StyleProp<ViewStyle> | ((state: { readonly pressed: boolean }) => StyleProp<ViewStyle>);
  readonly testID?: string;
  readonly disabled?: boolean;
  /** How far around it a touch counts, within its parent. */
  readonly hitSlop?: number | { readonly top?: number; readonly bottom?: number; readonly left?: number; readonly right?: number };
  readonly onPress?: (event: GestureResponderEvent) => void;
  readonly onLongPress?: (event: GestureResponderEvent) => void;
}

export const Pressable: ComponentType<PressableProps>;

export interface SwitchProps extends ViewProps {
  readonly value?: boolean;
  readonly disabled?: boolean;
  readonly onValueChange?: (value: boolean) => void;
  readonly trackColor?: { readonly false?: string; readonly true?: string };
  readonly thumbColor?: string;
  readonly ios_backgroundColor?: string;
}

export class Switch extends Component<SwitchProps> {}

export interface ScrollViewProps extends ViewProps {
  readonly contentContainerStyle?: StyleProp<ViewStyle>;
  readonly horizontal?: boolean;
  readonly showsHorizontalScrollIndicator?: boolean;
  readonly keyboardShouldPersistTaps?: 'always' | 'never' | 'handled';
}

export class ScrollView extends Component<ScrollViewProps> {}

export interface ModalProps extends ViewProps {
  readonly visible?: boolean;
  readonly transparent?: boolean;
  readonly animationType?: 'none' | 'slide' | 'fade';
  /** Android's back button. */
  readonly onRequestClose?: () => void;
  readonly statusBarTranslucent?: boolean;
  readonly supportedOrientations?: readonly ('portrait' | 'portrait-upside-down' | 'landscape' | 'landscape-left' | 'landscape-right')[];
}

export class Modal extends Component<ModalProps> {}

// read: reactnative.dev/docs/activityindicator
export class ActivityIndicator extends Component<ViewProps & { readonly size?: number | 'small' | 'large'; readonly color?: string }> {}

// Lists. read: reactnative.dev/docs/flatlist, virtualizedlist; FlatList.d.ts of react-native 0.80.2

export interface ViewToken<T> {
  readonly item: T;
  readonly key: string;
  readonly index: number | null;
  readonly isViewable: boolean;
}

export interface ViewabilityConfig {
  readonly minimumViewTime?: number;
  readonly itemVisiblePercentThreshold?: number;
  readonly viewAreaCoveragePercentThreshold?: number;
  readonly waitForInteraction?: boolean;
}

export interface FlatListProps<T> extends ScrollViewProps {
  readonly data: readonly T[] | null | undefined;
  readonly renderItem: (info: { readonly item: T; readonly index: number }) => ReactElement | null;
  readonly keyExtractor?: (item: T, index: number) => string;
  readonly extraData?: unknown;
  readonly ListHeaderComponent?: ComponentType | ReactElement | null;
  readonly ListFooterComponent?: ComponentType | ReactElement | null;
  readonly ListEmptyComponent?: ComponentType | ReactElement | null;
  readonly initialNumToRender?: number;
  readonly maxToRenderPerBatch?: number;
  /** In heights of the list, the visible one included. */
  readonly windowSize?: number;
  /** Needs `getItemLayout`. */
  readonly initialScrollIndex?: number;
  readonly getItemLayout?: (data: unknown, index: number) => { readonly length: number; readonly offset: number; readonly index: number };
  readonly onEndReached?: (info: { readonly distanceFromEnd: number }) => void;
  readonly onEndReachedThreshold?: number;
  readonly refreshing?: boolean;
  readonly onRefresh?: () => void;
  /** Neither may change while the list is shown. */
  readonly onViewableItemsChanged?: (info: { readonly viewableItems: readonly ViewToken<T>[]; readonly changed: readonly ViewToken<T>[] }) => void;
  readonly viewabilityConfig?: ViewabilityConfig;
  readonly removeClippedSubviews?: boolean;
}

export class FlatList<T = unknown> extends Component<FlatListProps<T>> {
  scrollToIndex(options: { readonly index: number; readonly animated?: boolean; readonly viewPosition?: number }): void;
  scrollToOffset(options: { readonly offset: number; readonly animated?: boolean }): void;
}

// Touch and movement. read: reactnative.dev/docs/panresponder, reactnative.dev/docs/0.76/animated

export interface PanResponderGestureState {
  readonly dx: number;
  readonly dy: number;
  readonly vx: number;
  readonly vy: number;
  readonly numberActiveTouches: number;
}

type Gesture<Answer> = (event: GestureResponderEvent, gesture: PanResponderGestureState) => Answer;

export const PanResponder: {
  create(callbacks: {
    readonly onMoveShouldSetPanResponder?: Gesture<boolean>;
    readonly onPanResponderMove?: Gesture<void>;
    readonly onPanResponderRelease?: Gesture<void>;
    readonly onPanResponderTerminate?: Gesture<void>;
    readonly onPanResponderTerminationRequest?: Gesture<boolean>;
  }): { readonly panHandlers: Readonly<Record<string, (event: GestureResponderEvent) => unknown>> };
};

export namespace Animated {
  class Value {
    constructor(value: number);
    setValue(value: number): void;
  }
  interface Animation {
    start(done?: (result: { readonly finished: boolean }) => void): void;
    stop(): void;
  }
  function spring(value: Value, options: { readonly toValue: number; readonly useNativeDriver: boolean }): Animation;
  function timing(value: Value, options: { readonly toValue: number; readonly duration?: number; readonly useNativeDriver: boolean }): Animation;
  const View: ComponentType<ViewProps>;
}

// The phone. read: reactnative.dev/docs/0.76/linking; reactnative.dev/docs/appstate, usecolorscheme, usewindowdimensions, platform

export type AppStateStatus = 'active' | 'background' | 'inactive' | 'unknown' | 'extension';

export const AppState: {
  readonly currentState: AppStateStatus;
  addEventListener(type: 'change', listener: (state: AppStateStatus) => void): Subscription;
};

export const Linking: {
  /** Android. */
  sendIntent(action: string): Promise<void>;
  /** Rejects where no app opens it. */
  openURL(url: string): Promise<void>;
  openSettings(): Promise<void>;
};

export const Platform: {
  readonly OS: 'ios' | 'android' | 'web' | 'windows' | 'macos';
  readonly Version: number | string;
  select<T>(choices: { readonly ios?: T; readonly android?: T; readonly native?: T; readonly default?: T }): T | undefined;
};

export const AppRegistry: {
  registerComponent(name: string, component: () => ComponentType): string;
};

export function useColorScheme(): 'light' | 'dark' | 'unspecified' | null | undefined;

export function useWindowDimensions(): { readonly width: number; readonly height: number; readonly scale: number; readonly fontScale: number };
