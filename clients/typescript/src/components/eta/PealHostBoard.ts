import { h, type Child } from '../base/h.js';
import { EtaElement, type Host, type Part } from './EtaElement.js';

/** Who arrives when, live, for the host of `event`. Sends `peal-not-found` when the user is not its host. */
export class PealHostBoard extends EtaElement {
  protected override create({ Board }: typeof import('./peal-eta.js'), host: Host): Part {
    return new Board(host);
  }

  protected override unloaded(retry: () => void): Child {
    return this.failed(null, !navigator.onLine, retry);
  }

  protected override waiting(): Child {
    return [
      h('p', { key: 'status', class: 'sr', role: 'status' }, this.t('loading')),
      h('div', { key: 'bones', 'aria-hidden': 'true' }, [46, 100, 62, 54, 70, 48].map((width, index) =>
        h('span', { key: index, class: 'bone', style: { width: `${width}%`, 'margin-bottom': '18px' } }))),
    ];
  }
}
