/**
 * Redux Toolkit 2 and React Redux 9: what the React Native example uses, next to the declarations of the recipe (web/recipes/types).
 * See https://redux-toolkit.js.org/api/configureStore, https://react-redux.js.org/api/provider and https://react-redux.js.org/api/hooks;
 * not compared with their sources.
 */
declare module '@reduxjs/toolkit' {
  export interface EnhancedStore<S> {
    readonly dispatch: Dispatch;
    getState(): S;
    subscribe(listener: () => void): () => void;
  }
  export function configureStore<S>(options: {
    readonly reducer: { readonly [K in keyof S]: (state: S[K] | undefined, action: { readonly type: string }) => S[K] };
  }): EnhancedStore<S>;
}

declare module 'react-redux' {
  import type { ReactElement, ReactNode } from 'react';
  import type { EnhancedStore } from '@reduxjs/toolkit';

  export function Provider<S>(props: { readonly store: EnhancedStore<S>; readonly children?: ReactNode }): ReactElement;
  export function useSelector<S, T>(selector: (state: S) => T): T;
}
