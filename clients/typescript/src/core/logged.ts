import type { Core } from './Context.js';

/** What is done about a failure that nobody can do anything about: a line in the log. */
export const logged = (core: Pick<Core, 'log'>, event: string) => (error: unknown): void => core.log(event, { error: String(error) });
