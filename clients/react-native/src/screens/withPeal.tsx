import type { ComponentType, FunctionComponent } from 'react';
import type { PealClient } from 'peal-core';
import { usePeal } from 'peal-core/hooks';

/** A component with the provider's client; it shows nothing until there is one. */
export function withPeal<P extends object>(Inner: ComponentType<P & { readonly peal: PealClient }>, name: string): FunctionComponent<P> {
  const Outer: FunctionComponent<P> = (props) => {
    const peal = usePeal();
    return peal && <Inner {...props} peal={peal} />;
  };
  Outer.displayName = name;
  return Outer;
}
