import { useEffect, useRef } from 'react';
import type { Destination } from 'peal-core';
import { usePeal } from 'peal-core/hooks';
import { recordDestination } from './highlights.js';

/** Opens where taps lead, as `links.onOpen` does, and remembers what to highlight there. Once for an app, where its navigation is. */
export function useOpen(navigate: (destination: Destination) => boolean | void | Promise<boolean | void>): void {
  const peal = usePeal();
  const latest = useRef(navigate);
  latest.current = navigate;
  useEffect(() => peal?.links.onOpen((destination) => {
    recordDestination(peal, destination);
    return latest.current(destination);
  }), [peal]);
}
