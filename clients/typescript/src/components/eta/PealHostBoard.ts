import type { Host, Part } from '../base/LazyElement.js';
import { EtaElement, type EtaCode } from './EtaElement.js';

/** Who arrives when, live, for the host of `event`. Sends `peal-not-found` when the user is not its host. */
export class PealHostBoard extends EtaElement {
  protected override create({ Board }: EtaCode, host: Host): Part {
    return new Board(host);
  }
}
