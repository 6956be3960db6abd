// Written by hand: of TanStack Query 5, exactly what the recipe uses. The package itself is not among Debian's.
declare module '@tanstack/react-query' {
  export class QueryClient {
    setQueryDefaults(queryKey: readonly unknown[], options: { queryFn?: () => unknown; staleTime?: number }): void;
    setQueryData<T>(queryKey: readonly unknown[], updater: T | ((old: T | undefined) => T | undefined)): T | undefined;
  }
}
