import { EtaElement, type Host, type Part } from './EtaElement.js';

/**
 * "View ETA Status" for the host of `event`: shown within two hours of the start when reminders were sent (R202). Leads to
 * `href`, or shows the board in a dialog.
 */
export class PealEtaButton extends EtaElement {
  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, 'href'];
  }

  protected override create({ EtaButton }: typeof import('./peal-eta.js'), host: Host): Part {
    return new EtaButton(host);
  }
}
