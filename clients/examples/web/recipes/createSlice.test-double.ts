// In the place of Redux Toolkit's `createSlice`, which Debian does not have: a reducer and an action creator for each entry.
type Reducer = (state: unknown, action: { readonly type: string; readonly payload: unknown }) => unknown;

export function createSlice({ name, initialState, reducers }: { name: string; initialState: unknown; reducers: Record<string, Reducer> }) {
  const known = Object.entries(reducers).map(([key, reducer]) => [`${name}/${key}`, key, reducer] as const);
  return {
    reducer: (state: unknown = initialState, action: { type: string; payload: unknown }): unknown =>
      known.reduce((next, [type, , reducer]) => (type === action.type ? reducer(next, action) : next), state),
    actions: Object.fromEntries(known.map(([type, key]) => [key, (payload: unknown) => ({ type, payload })])),
  };
}
