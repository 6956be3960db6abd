export * from './client.js';
export * from './services.js';
export { parsePayload } from './foreground/parsePayload.js';
export type { ParsedPush, PayloadAction, PealPayload } from './foreground/parsePayload.js';
