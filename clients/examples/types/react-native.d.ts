/** Globals and modules of both examples. See https://reactnative.dev/docs/javascript-environment and https://reactnative.dev/docs/network */

/** Metro sets it: `true` in development. */
declare const __DEV__: boolean;

declare function fetch(url: string): Promise<{ readonly ok: boolean; readonly status: number; json(): Promise<unknown> }>;

/** react-native-safe-area-context 5. See https://appandflow.github.io/react-native-safe-area-context/api/use-safe-area-insets */
declare module 'react-native-safe-area-context' {
  import type { ReactElement, ReactNode } from 'react';

  export function SafeAreaProvider(props: { readonly children?: ReactNode }): ReactElement;
  export function useSafeAreaInsets(): { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number };
}
