// Written by hand: of Redux Toolkit 2, exactly what the recipe uses. The package itself is not among Debian's.
declare module '@reduxjs/toolkit' {
  export interface PayloadAction<P> {
    readonly type: string;
    readonly payload: P;
  }
  export type Dispatch = <A extends { readonly type: string }>(action: A) => A;
  export function createSlice<S, R extends Record<string, (state: S, action: PayloadAction<any>) => S>>(options: {
    readonly name: string;
    readonly initialState: S;
    readonly reducers: R;
  }): {
    readonly reducer: (state: S | undefined, action: { readonly type: string }) => S;
    readonly actions: { readonly [K in keyof R]: (payload: Parameters<R[K]>[1]['payload']) => Parameters<R[K]>[1] };
  };
}
