import { LazyElement } from '../base/LazyElement.js';

export type EtaCode = typeof import('./peal-eta.js');

/** An element about an event's replies. Few users see one. */
export abstract class EtaElement extends LazyElement<EtaCode> {
  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, 'event'];
  }

  protected override code(): Promise<EtaCode> {
    return import('./peal-eta.js');
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    super.attributeChangedCallback(name, old, value);
    if (name === 'event' && old !== value && this.isConnected && this.client) this.shown?.open(this.client);
  }
}
