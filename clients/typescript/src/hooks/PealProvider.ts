import type { ReactElement, ReactNode } from 'react';
import { createElement } from 'react';
import type { PealClient } from '../core/PealClient.js';
import { PealContext } from './PealContext.js';

export interface PealProviderProps {
  readonly client: PealClient | null;
  readonly children?: ReactNode;
}

/** Gives a client to the elements and hooks inside. Without it they use the page's client (`configure`). */
export function PealProvider({ client, children }: PealProviderProps): ReactElement {
  return createElement(PealContext.Provider, { value: client }, children);
}
