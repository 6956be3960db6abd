import type { ForwardRefExoticComponent, HTMLAttributes, ReactNode, RefAttributes } from 'react';
import { createElement, forwardRef, useContext, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import type { PealClient } from '../core/PealClient.js';
import { PealContext } from '../hooks/PealContext.js';

/** What React passes on by itself, and the client where it is another one than the provider's. */
export interface ElementProps extends Omit<HTMLAttributes<HTMLElement>, 'children'> {
  readonly client?: PealClient | null;
  /** Colours: those of the page (`color-scheme`) unless said otherwise. */
  readonly theme?: 'light' | 'dark' | 'auto';
  readonly children?: ReactNode;
}

export type ElementComponent<P, E extends HTMLElement = HTMLElement> =
  ForwardRefExoticComponent<P & ElementProps & RefAttributes<E>>;

type Listener = (event: Event) => void;

// React warns about layout effects on a server, where no effect runs.
const useCommit = typeof document === 'undefined' ? useEffect : useLayoutEffect;
const ours = /^onPeal[A-Z]/;
const byReact = /^(on[A-Z]|style$|children$)/;
const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => '-' + letter.toLowerCase());

function write(element: Element, name: string, value: unknown, isAttribute: boolean): void {
  if (!isAttribute) (element as unknown as Record<string, unknown>)[name] = value;
  else if (value === null || value === false) element.removeAttribute(kebab(name));
  else element.setAttribute(kebab(name), value === true ? '' : String(value));
}

/**
 * A component of a custom element. React 18 passes only texts to one, as attributes, and other versions set what they find as a
 * property. Here it is the same with all: objects and functions become properties, those of `names` attributes (`groupBy` is
 * `group-by`), and `onPealOpen` listens to `peal-open`.
 */
export function wrap<P extends object, E extends HTMLElement = HTMLElement>(
  tag: `peal-${string}`, displayName: string, names: readonly (string & keyof P)[] = [],
): ElementComponent<P, E> {
  const isOurs = (name: string): boolean => name === 'theme' || (names as readonly string[]).includes(name);
  const Wrapped = forwardRef<E, P & ElementProps>((props, outer) => {
    const element = useRef<E>(null);
    const given: Record<string, unknown> = { ref: element };
    const own: Record<string, unknown> = {};
    const listeners: Record<string, Listener> = {};
    for (const [name, value] of Object.entries({ client: useContext(PealContext), ...props })) {
      if (ours.test(name)) listeners[kebab(name.slice(2)).slice(1)] = value as Listener;
      else if (name === 'className') given['class'] = value;
      else if (byReact.test(name)) given[name] = value;
      else if (name === 'client' || isOurs(name) || (value && /object|function/.test(typeof value))) own[name] = value;
      // React writes `false` as a text, which an attribute such as `hidden` takes for true, and ARIA does not.
      else given[name] = name.startsWith('aria-') ? value === false ? 'false' : value : value === false ? undefined : value;
    }
    const types = Object.keys(listeners).sort().join();
    const current = useRef(listeners);
    const written = useRef<Record<string, unknown>>({});
    useImperativeHandle(outer, () => element.current!, []);
    useCommit(() => {
      current.current = listeners;
      for (const name of Object.keys({ ...written.current, ...own })) {
        if (own[name] !== written.current[name]) write(element.current!, name, own[name] ?? null, isOurs(name));
      }
      written.current = own;
    });
    useCommit(() => {
      const node = element.current!;
      const listen: Listener = (event) => current.current[event.type]?.(event);
      const followed = types ? types.split(',') : [];
      for (const type of followed) node.addEventListener(type, listen);
      return () => followed.forEach((type) => node.removeEventListener(type, listen));
    }, [types]);
    return createElement(tag, given);
  });
  Wrapped.displayName = displayName;
  return Wrapped as unknown as ElementComponent<P, E>;
}
