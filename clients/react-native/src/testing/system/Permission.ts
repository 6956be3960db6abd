import type { PermissionState } from 'peal-core';
import type { Table } from '../behaviour/Table.js';
import type { PhonePlatform } from '../behaviour/Behaviour.js';
import type { Received } from '../Received.js';

/** What an app asks for. */
export interface Asked {
  readonly provisional: boolean;
  readonly critical: boolean;
}

interface PermissionContext {
  readonly platform: PhonePlatform;
  readonly osVersion: number;
  readonly table: Table;
  readonly received: Received;
  readonly hasChannel: () => boolean;
  readonly hasCriticalEntitlement: boolean;
}

/** The user's permission, and the system's prompt for it. */
export class Permission {
  private chosen: PermissionState;
  private refusals = 0;
  private isCritical = false;
  private open: { readonly answer: (isAllowed: boolean) => void; readonly state: Promise<PermissionState> } | null = null;
  private prepared: boolean | null = null;

  constructor(private readonly context: PermissionContext, before: PermissionState | undefined) {
    this.chosen = before ?? (this.isAsked ? 'not-determined' : 'granted');
    if (this.chosen === 'denied') this.refusals = this.limit;
  }

  /** Whether the user is asked on this phone at all. */
  private get isAsked(): boolean {
    const { platform, osVersion, table } = this.context;
    return platform === 'ios' || osVersion >= table.limit('android.permission.runtime', 0);
  }

  private get limit(): number {
    const { platform, table } = this.context;
    if (platform === 'android') return table.limit('android.prompt.refusals', Infinity);
    return table.has('ios.prompt.once') ? 1 : Infinity;
  }

  get state(): PermissionState {
    return this.chosen;
  }

  /** Whether notifications are drawn. */
  get isShown(): boolean {
    return this.chosen === 'granted' || this.chosen === 'provisional' || !this.context.table.has(`${this.context.platform}.permission.hides`);
  }

  get allowsCritical(): boolean {
    return this.isCritical;
  }

  get isPromptOpen(): boolean {
    return this.open !== null;
  }

  get canAskAgain(): boolean {
    return this.chosen !== 'granted' && this.refusals < this.limit;
  }

  /** Asks the user where the system lets the app. Waits for the user's answer; who asks meanwhile gets the same. */
  async request(asked: Asked): Promise<PermissionState> {
    if (this.open) return this.open.state;
    const { platform, table, received, hasChannel, hasCriticalEntitlement } = this.context;
    if (this.chosen === 'granted' || this.chosen === 'provisional' || !this.canAskAgain || !this.isAsked) return this.chosen;
    if (platform === 'android' && !hasChannel() && table.has('android.prompt.needs-channel')) return this.chosen;
    if (platform === 'ios') {
      if (asked.critical && !hasCriticalEntitlement && table.has('ios.critical.entitlement')) return this.chosen;
      if (asked.provisional && table.has('ios.provisional.quiet')) return (this.chosen = 'provisional');
    }
    received.prompts.push(asked.critical ? 'alert and critical' : 'alert');
    const { prepared } = this;
    this.prepared = null;
    if (prepared !== null) return this.chose(prepared, asked);
    let answer = (_: boolean): void => undefined;
    const state = new Promise<boolean>((resolve) => (answer = resolve)).then((isAllowed) => this.chose(isAllowed, asked));
    this.open = { answer, state };
    return state;
  }

  private chose(isAllowed: boolean, asked: Asked): PermissionState {
    this.isCritical = isAllowed && asked.critical && this.context.hasCriticalEntitlement;
    if (!isAllowed) this.refusals += 1;
    return (this.chosen = isAllowed ? 'granted' : 'denied');
  }

  /** The user answers the prompt that is open, or the next one. */
  answer(isAllowed: boolean): void {
    const { open } = this;
    this.open = null;
    if (open) open.answer(isAllowed);
    else this.prepared = isAllowed;
  }

  /** The user changes it in the settings. */
  change(state: PermissionState): void {
    this.chosen = state;
    if (state === 'not-determined') this.refusals = 0;
    if (state === 'denied') this.refusals = this.limit;
  }
}
