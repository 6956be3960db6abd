/**
 * @react-navigation/native 6 and 7. Not compared with its source; see https://reactnavigation.org/docs/navigating-without-navigation-prop,
 * https://reactnavigation.org/docs/navigation-container and https://reactnavigation.org/docs/navigation-actions
 */
declare module '@react-navigation/native' {
  export interface NavigationRoute {
    readonly key: string;
    readonly name: string;
    readonly params?: object;
  }
  export interface NavigationAction {
    readonly type: string;
    readonly payload?: object;
  }
  export interface NavigationContainerRef {
    isReady(): boolean;
    navigate(name: string, params?: object): void;
    dispatch(action: NavigationAction): void;
    getCurrentRoute(): NavigationRoute | undefined;
    getRootState(): { readonly index: number; readonly routes: readonly NavigationRoute[] } | undefined;
    canGoBack(): boolean;
    goBack(): void;
    addListener(type: 'state' | 'ready', listener: () => void): () => void;
  }
  export function createNavigationContainerRef(): NavigationContainerRef & { readonly current: NavigationContainerRef | null };
  export const CommonActions: {
    navigate(name: string, params?: object): NavigationAction;
    reset(state: { index: number; routes: { name: string; params?: object }[] }): NavigationAction;
  };
  export const StackActions: { push(name: string, params?: object): NavigationAction };
}
