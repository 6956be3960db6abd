import { defineElements } from './define.js';

export * from '../browser/index.js';
export { elements } from './define.js';
export type { Message } from './base/PealElement.js';

defineElements();
