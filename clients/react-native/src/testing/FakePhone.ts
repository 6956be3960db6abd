import type { PermissionState } from 'peal-core';
import { App } from './App.js';
import { isUrgent } from './arrival.js';
import type { PushRequest } from './arrival.js';
import type { Lifecycle, Code } from './behaviour.js';
import type { PhoneContext } from './Context.js';
import { createContext } from './createContext.js';
import { deliver } from './deliver.js';
import type { Arrival } from './deliver.js';
import type { Native } from './native/Native.js';
import type { PhoneOptions, Tokens } from './Options.js';
import { dismissal, press, pressOf } from './press.js';
import type { PressOptions } from './press.js';
import type { Received } from './Received.js';
import type { ShownNotification } from './system/Screen.js';

/**
 * A phone with one app, for tests. It does what `behaviour` says, with the libraries of one face. The app is a function that gets the
 * native modules, as the top level of its `index.js`: it runs at each start of the process, with a screen or without.
 */
export class FakePhone {
  readonly received: Received;
  private readonly context: PhoneContext;
  private readonly app: App;
  private isLocked = false;
  private wasUnlocked = true;
  private isDozing = false;
  private waiting: PushRequest[] = [];

  constructor(options: PhoneOptions) {
    this.context = createContext(options, () => ({ isLocked: this.isLocked, wasUnlocked: this.wasUnlocked }));
    this.received = this.context.received;
    this.app = new App(this.context);
  }

  /** Puts the app on the phone; it does not start. */
  install(main: (native: Native) => void): void {
    this.app.install(main);
  }

  /** Where the app is now. */
  get state(): Lifecycle {
    return this.app.state;
  }

  /** The user opens the app, from its icon. */
  async launch(): Promise<void> {
    this.unlockNow();
    if (this.state !== 'foreground') Object.assign(this.context.kept, { initialMessage: null, initialNotification: null });
    this.app.bringUp();
    await this.settled();
  }

  /** The user comes back to the app. */
  async open(): Promise<void> {
    await this.launch();
  }

  /** The user goes to the home screen. */
  async home(): Promise<void> {
    this.app.leave();
    await this.settled();
  }

  /** The system ends the app to free memory. */
  kill(): void {
    // What has no process stays as the user left it.
    if (this.app.process) this.app.end('killed');
  }

  /** The user swipes the app away in the list of apps. */
  swipeAway(): void {
    this.app.end('swiped-away');
  }

  /** The user stops the app in Android's settings. */
  forceStop(): void {
    if (this.context.platform !== 'android') throw new Error('iOS has no force stop; use swipeAway');
    this.app.end('force-stopped');
    if (this.context.table.has('android.force-stop.clears')) this.context.screen.clear();
  }

  async lock(): Promise<void> {
    this.isLocked = true;
    await this.home();
  }

  async unlock(): Promise<void> {
    this.unlockNow();
    await this.settled();
  }

  private unlockNow(): void {
    this.isLocked = false;
    this.isDozing = false;
    this.wasUnlocked = true;
    this.deliverWaiting();
  }

  /** Whether a push does not reach the phone now. */
  private isHeld(request: PushRequest): boolean {
    const { platform, table, network } = this.context;
    if (!network.isOnline && table.has('push.waits-for-network')) return true;
    if (platform !== 'android') return false;
    return (!this.wasUnlocked && table.has('android.direct-boot'))
      || (this.isDozing && table.has('android.doze.holds-normal') && !isUrgent(request, platform));
  }

  private deliverWaiting(): void {
    const waiting = this.waiting.splice(0);
    for (const request of waiting) {
      if (this.isHeld(request)) this.waiting.push(request);
      else deliver(this.context, this.app, request);
    }
  }

  /** An Android phone that lies still for long sleeps, until it is moved or unlocked. */
  async doze(): Promise<void> {
    await this.lock();
    this.isDozing = true;
  }

  async wake(): Promise<void> {
    this.isDozing = false;
    this.deliverWaiting();
    await this.settled();
  }

  /** Switches the phone off and on: no app runs, and it is locked, before its first unlock. */
  restart(): void {
    const { platform, table, screen } = this.context;
    this.app.end(this.state === 'force-stopped' ? 'force-stopped' : 'killed');
    if (platform === 'android' && table.has('android.restart.clears')) screen.clear();
    this.isLocked = true;
    this.wasUnlocked = false;
  }

  /** A push arrives: the request as the push service got it. Resolves when the app's code has started; see `finished`. */
  async arrive(request: PushRequest): Promise<Arrival> {
    if (this.isHeld(request)) {
      this.waiting.push(request);
      return { drawnBy: 'waiting', ran: [] };
    }
    const arrival = deliver(this.context, this.app, request);
    await this.settled();
    return arrival();
  }

  /** The user presses a notification or one of its buttons. `name`: its key, id, tag or title. Answers the code that was run. */
  async press(name: string, options: PressOptions = {}): Promise<readonly Code[]> {
    const pressed = pressOf(this.context, this.state, this.context.screen.find(name), options);
    const ran = press(this.context, this.app, pressed, () => this.unlockNow());
    await this.settled();
    return ran();
  }

  /** The user swipes a notification away. Answers the code that was run. */
  async swipe(name: string): Promise<readonly Code[]> {
    const ran = dismissal(this.context, this.app, this.context.screen.find(name));
    await this.settled();
    return ran();
  }

  /** What the system's screen shows, the newest last. */
  get shown(): readonly ShownNotification[] {
    return this.context.screen.all;
  }

  /** The number on the app's icon; on Android that of a launcher that shows one. */
  get icon(): number {
    const { platform, table, screen } = this.context;
    if (platform === 'ios' || !table.has('android.badge.by-notifications')) return screen.icon;
    const counts = screen.all.map(({ count }) => count).filter((count): count is number => count !== undefined);
    return counts.length > 0 ? counts[counts.length - 1]! : screen.all.length;
  }

  get permission(): PermissionState {
    return this.context.permission.state;
  }

  get isPromptOpen(): boolean {
    return this.context.permission.isPromptOpen;
  }

  /** The user answers the prompt that is open, or the next one. */
  async allow(isAllowed = true): Promise<void> {
    this.context.permission.answer(isAllowed);
    await this.settled();
  }

  async deny(): Promise<void> {
    await this.allow(false);
  }

  /** The user changes the permission in the settings. */
  changePermission(state: PermissionState): void {
    this.context.permission.change(state);
  }

  /** The push services give the phone other addresses, and the libraries say so. */
  async rotateToken(next: Partial<Tokens> = {}): Promise<void> {
    const { tokens, platform, table } = this.context;
    tokens.rotate(next);
    const native = tokens.get(platform === 'android' ? 'fcm' : 'apns');
    const isNative = table.has('expo.token.listener-is-native');
    if (this.app.process) {
      this.app.process.emit('expo.token', { type: isNative ? platform : 'expo', data: isNative ? native : tokens.get('expo') });
      this.app.process.emit('firebase.token', tokens.get('fcm'));
    }
    await this.settled();
  }

  /** Whether requests get through; a test's server asks this. */
  get isOnline(): boolean {
    return this.context.network.isOnline;
  }

  async setOnline(isOnline: boolean): Promise<void> {
    this.context.network.set(isOnline);
    this.deliverWaiting();
    await this.settled();
  }

  /** Resolves when nothing happens any more without time passing or an answer from outside. */
  async settled(): Promise<void> {
    const turn = this.context.options.turn ?? promises;
    for (let quiet = 0; quiet < 2; quiet += 1) {
      const before = this.app.activity;
      await turn();
      if (this.app.activity !== before) quiet = -1;
    }
  }

  /** Resolves when all code that the phone started has ended, or its time is over. */
  async finished(): Promise<void> {
    if (this.app.process) await this.app.process.idle();
    await this.settled();
  }
}

/** Promises alone: enough for what the phone itself answers. */
async function promises(): Promise<void> {
  for (let count = 0; count < 40; count += 1) await Promise.resolve();
}
