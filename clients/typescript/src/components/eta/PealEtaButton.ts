import type { Child } from '../base/h.js';
import type { Host, Part } from '../base/LazyElement.js';
import { EtaElement, type EtaCode } from './EtaElement.js';

/**
 * "View ETA Status" for the host of `event`: shown within two hours of the start when reminders were sent (R202). Leads to
 * `href`, or shows the board in a dialog.
 */
export class PealEtaButton extends EtaElement {
  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, 'href'];
  }

  protected override create({ EtaButton }: EtaCode, host: Host): Part {
    return new EtaButton(host);
  }

  // Whether there is a button is not known before its code is loaded.

  protected override waiting(): Child {
    return null;
  }

  protected override unloaded(): Child {
    return null;
  }
}
