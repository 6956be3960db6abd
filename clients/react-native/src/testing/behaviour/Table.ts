import type { Lifecycle, Arrives, Behaviour, Delivery, Face, PhonePlatform, Press, Pressed } from './Behaviour.js';

/** Looks up what a phone does. What the table does not say is an error, so that no test relies on an invention. */
export class Table {
  constructor(private readonly entries: readonly Behaviour[]) {}

  delivery(platform: PhonePlatform, face: Face, state: Lifecycle, arrives: Arrives): Delivery {
    const found = this.entries.find((entry): entry is Delivery => entry.kind === 'delivery' && entry.platform === platform
      && entry.face === face && entry.arrives === arrives && entry.states.includes(state));
    if (!found) throw new Error(`unknown what ${face} on ${platform} does with ${arrives} while the app is ${state}`);
    return found;
  }

  press(platform: PhonePlatform, face: Face, state: Lifecycle, press: Pressed, drawn: 'remote' | 'local'): Press {
    const found = this.entries.find((entry): entry is Press => entry.kind === 'press' && entry.platform === platform
      && entry.face === face && entry.press === press && entry.drawn.includes(drawn) && entry.states.includes(state));
    if (!found) throw new Error(`unknown what ${face} on ${platform} does at a ${press} of a ${drawn} notification while the app is ${state}`);
    return found;
  }

  /** Whether a rule holds. */
  has(trait: string): boolean {
    return this.entries.some(({ kind, id }) => kind === 'trait' && id === trait);
  }

  /** The number of a rule, or what holds without it. */
  limit(trait: string, otherwise: number): number {
    const found = this.entries.find(({ kind, id }) => kind === 'trait' && id === trait);
    return found && found.kind === 'trait' && typeof found.value === 'number' ? found.value : otherwise;
  }
}
