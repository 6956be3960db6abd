import type { Table } from '../behaviour/Table.js';
import type { PhonePlatform } from '../behaviour/Behaviour.js';

/** What survives the app's process. */
export class Stores {
  readonly asyncStorage = new Map<string, string>();
  readonly mmkv = new Map<string, Map<string, string>>();
  private readonly secrets = new Map<string, { readonly value: string; readonly isAfterFirstUnlock: boolean }>();

  constructor(
    private readonly platform: PhonePlatform, private readonly table: Table,
    private readonly lock: () => { readonly isLocked: boolean; readonly wasUnlocked: boolean },
  ) {}

  /** A secret, or an error where the phone is locked for it. */
  secret(key: string): string | null {
    const found = this.secrets.get(key);
    if (!found) return null;
    this.refuse(found.isAfterFirstUnlock);
    return found.value;
  }

  setSecret(key: string, value: string, isAfterFirstUnlock: boolean): void {
    this.refuse(isAfterFirstUnlock);
    this.secrets.set(key, { value, isAfterFirstUnlock });
  }

  deleteSecret(key: string): boolean {
    return this.secrets.delete(key);
  }

  private refuse(isAfterFirstUnlock: boolean): void {
    if (this.platform !== 'ios') return;
    const { isLocked, wasUnlocked } = this.lock();
    const needed = isAfterFirstUnlock
      ? !wasUnlocked && this.table.has('ios.keychain.first-unlock')
      : isLocked && this.table.has('ios.keychain.unlocked');
    if (needed) throw new Error('User interaction is not allowed.');
  }
}
