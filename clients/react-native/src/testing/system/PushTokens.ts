import type { Table } from '../behaviour/Table.js';
import type { Tokens } from '../Options.js';

/** The addresses of the phone at the push services. */
export class PushTokens {
  private rotations = 0;
  private current: Tokens;
  private isNew = false;

  constructor(private readonly table: Table, given: Partial<Tokens> = {}) {
    this.current = { expo: 'ExponentPushToken[phone]', fcm: 'fcm-phone', apns: 'a1'.repeat(32), ...given };
  }

  get(kind: keyof Tokens): string {
    if (this.isNew) this.rotate();
    return this.current[kind];
  }

  /** Other addresses, invented or those given. */
  rotate(next: Partial<Tokens> = {}): void {
    this.isNew = false;
    this.rotations += 1;
    const count = this.rotations + 1;
    this.current = {
      expo: `ExponentPushToken[phone-${count}]`, fcm: `fcm-phone-${count}`, apns: count.toString(16).padStart(2, '0').repeat(32), ...next,
    };
  }

  /** FCM makes another address when it is asked next, or not even that. */
  delete(isAndroid: boolean): void {
    this.isNew = !(isAndroid && this.table.has('firebase.delete-token.same'));
  }
}
