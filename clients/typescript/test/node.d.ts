// What the tests use of Node; Debian has no types for it.
declare module 'node:test' {
  export function test(name: string, body: () => void | Promise<void>): void;
  export function describe(name: string, body: () => void): void;
}

declare module 'node:assert/strict' {
  interface Assert {
    (value: unknown, message?: string): asserts value;
    equal<T>(actual: T, expected: T, message?: string): void;
    notEqual(actual: unknown, expected: unknown, message?: string): void;
    deepEqual<T>(actual: T, expected: T, message?: string): void;
    match(text: string, shape: RegExp, message?: string): void;
    doesNotMatch(text: string, shape: RegExp, message?: string): void;
    rejects(work: Promise<unknown> | (() => Promise<unknown>), error?: object | ((error: Error) => boolean)): Promise<void>;
    fail(message: string): never;
  }
  const assert: Assert;
  export default assert;
}

declare function setImmediate(callback: () => void): void;
declare const process: {
  on(event: string, handler: (reason: unknown) => void): void;
  listeners(event: string): ((reason: unknown) => void)[];
  removeAllListeners(event: string): void;
};

declare module 'node:fs' {
  export function readFileSync(path: string, encoding: 'utf8'): string;
}
