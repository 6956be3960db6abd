/**
 * TanStack Query 5: what the React Native example uses, next to the declarations of the recipe (web/recipes/types). See
 * https://tanstack.com/query/v5/docs/framework/react/reference/useQuery and .../QueryClientProvider; not compared with its source.
 */
declare module '@tanstack/react-query' {
  import type { ReactElement, ReactNode } from 'react';

  export function QueryClientProvider(props: { readonly client: QueryClient; readonly children?: ReactNode }): ReactElement;
  export function useQuery<T>(options: { readonly queryKey: readonly unknown[]; readonly queryFn?: () => Promise<T> }): {
    readonly data: T | undefined;
    readonly isPending: boolean;
    readonly isError: boolean;
    refetch(): Promise<unknown>;
  };
}
