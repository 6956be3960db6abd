import { onConfigured, pageClient } from '../browser/pageClient.js';
import { outside } from '../hooks/PealContext.js';

export * from '../hooks/index.js';
export * from './elements.js';
export type { ElementComponent, ElementProps } from './wrap.js';

outside.client = { get: pageClient, subscribe: onConfigured };
