/** A point in the client's life at which modules do their part. */
export interface Hook<T> {
  on(handler: (value: T) => void | Promise<void>): void;
  /** Calls the handlers together and waits for all. One that fails is logged and does not keep the others from it. */
  emit(value: T): Promise<unknown>;
}

export function createHook<T>(log: (event: string, detail?: Record<string, unknown>) => void): Hook<T> {
  const handlers: ((value: T) => void | Promise<void>)[] = [];
  return {
    on: (handler) => void handlers.push(handler),
    emit: (value) => Promise.all(handlers.map(async (handler) => {
      try {
        await handler(value);
      } catch (error) {
        log('hook.failed', { error: String(error) });
      }
    })),
  };
}
