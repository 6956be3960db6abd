import { AppProcess } from './AppProcess.js';
import type { Lifecycle, Code } from './behaviour.js';
import type { PhoneContext, Runtime } from './Context.js';
import { createExpo } from './expo/createExpo.js';
import { createFirebase } from './firebase/createFirebase.js';
import { createNative } from './native/createNative.js';
import type { Native } from './native/Native.js';

type Gone = Exclude<Lifecycle, 'foreground' | 'background'>;

/** Answered when asked, so no code has to be there. */
const answered: readonly Code[] = ['last-response', 'initial-message', 'initial-notification'];

/** The app on a phone: at most one process of it, which the phone starts and ends. */
export class App {
  process: AppProcess | null = null;
  runtime: Runtime | null = null;
  activity = 0;
  private main: ((native: Native) => void) | null = null;
  private gone: Gone = 'killed';

  constructor(private readonly phone: PhoneContext) {}

  install(main: (native: Native) => void): void {
    this.end('killed');
    this.main = main;
  }

  get state(): Lifecycle {
    if (!this.process) return this.gone;
    return this.process.isVisible ? 'foreground' : 'background';
  }

  /** Puts the app on the screen, in the process that is there or in a new one. */
  bringUp(): void {
    // Without this a start of the app would load its code a second time next to the first.
    if (this.state === 'background' && !this.phone.table.has('headless.joins')) this.end('killed');
    if (this.process) this.show(this.process, true);
    else this.start(true);
  }

  leave(): void {
    if (this.process) this.show(this.process, false);
  }

  private show(process: AppProcess, isVisible: boolean): void {
    if (process.isVisible === isVisible) return;
    process.show(isVisible);
    if (isVisible) this.phone.network.resume();
    process.emit('app-state', isVisible ? 'active' : 'background');
  }

  private start(isVisible: boolean): AppProcess {
    if (!this.main) throw new Error('no app is installed; call install');
    const { clock, received, table, platform, face } = this.phone;
    const suspends = table.has(platform === 'ios' ? 'ios.background.suspends' : 'android.background.timers');
    const process = new AppProcess({ clock, received, suspends, touch: () => void (this.activity += 1) });
    this.process = process;
    received.starts += 1;
    if (!isVisible) received.headlessStarts += 1;
    const expo = createExpo(this.phone, process);
    const firebase = createFirebase(this.phone, process);
    this.runtime = face === 'expo' ? expo : firebase;
    process.isVisible = isVisible;
    this.main(createNative(this.phone, process, expo.expo, firebase.firebase));
    expo.started();
    return process;
  }

  /** Nothing of the process goes on. */
  end(gone: Gone): void {
    if (this.process) this.process.end();
    this.process = null;
    this.runtime = null;
    this.gone = gone;
    if (!this.phone.table.has('expo.last-response.kept')) this.phone.kept.lastResponse = null;
  }

  /** Starts the app where it has to, and runs its code; answers how much of it was there. */
  run(codes: readonly Code[], find: (code: Code, runtime: Runtime) => (() => Promise<unknown> | void) | null): number {
    let ran = 0;
    for (const code of codes) {
      if (answered.includes(code)) {
        this.phone.received.ran.push(code);
        ran += 1;
        continue;
      }
      const process = this.process ?? this.start(false);
      const work = this.runtime && find(code, this.runtime);
      if (!work) continue;
      ran += 1;
      process.job(code, this.budget(process), work);
    }
    return ran;
  }

  /** How long the system waits for code of the app. */
  private budget(process: AppProcess): number {
    if (process.isVisible) return Infinity;
    const { platform, table } = this.phone;
    return table.limit(platform === 'ios' ? 'ios.background.budget' : 'android.headless.budget', Infinity);
  }

  /** Code that runs on this phone although it does not on others. */
  lucky(codes: readonly Code[] = []): readonly Code[] {
    return this.phone.options.unreliable === 'works' ? codes : [];
  }
}
