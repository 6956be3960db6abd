import { useCallback, useSyncExternalStore } from 'react';

const changed = 'example:route';

function subscribe(listener: () => void): () => void {
  addEventListener('popstate', listener);
  addEventListener(changed, listener);
  return () => {
    removeEventListener('popstate', listener);
    removeEventListener(changed, listener);
  };
}

/** A router of ten lines in the place of your own: the path that is shown, and what shows another one. */
export function useRoute(): readonly [path: string, go: (href: string) => void] {
  const path = useSyncExternalStore(subscribe, () => location.pathname, () => '/');
  const go = useCallback((href: string) => {
    history.pushState(null, '', href);
    dispatchEvent(new Event(changed));
  }, []);
  return [path, go];
}
