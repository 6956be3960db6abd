// What these tests use of Node in addition to those of the web client.
declare module 'node:test' {
  export const mock: {
    readonly timers: {
      enable(options: { readonly apis: readonly string[]; readonly now?: number }): void;
      tick(milliseconds: number): void;
      reset(): void;
    };
  };
  export function afterEach(body: () => void | Promise<void>): void;
  export function beforeEach(body: () => void | Promise<void>): void;
}
