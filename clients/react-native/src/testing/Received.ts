import type { Code } from './behaviour/Behaviour.js';

/** A call of a native method. */
export interface NativeCall {
  readonly name: string;
  readonly args: readonly unknown[];
  readonly at: number;
}

/** What happened at the phone, for assertions. A test may empty the lists. */
export class Received {
  /** What the permission was asked for, where the system's prompt appeared. */
  readonly prompts: ('alert' | 'alert and critical')[] = [];
  /** Which addresses were asked for. */
  readonly tokens: ('expo' | 'fcm' | 'apns')[] = [];
  readonly calls: NativeCall[] = [];
  /** The app's code that was run, in order. */
  readonly ran: Code[] = [];
  /** Code that had not ended when its time was over. */
  readonly overran: Code[] = [];
  /** The pushes and presses that came to nothing: `push`, `press`, `dismissal`, `received`. */
  readonly lost: string[] = [];
  /** What the app put on the screen by itself. */
  readonly drawn: { readonly title: string; readonly body: string }[] = [];
  /** Texts that Android showed for a moment. */
  readonly toasts: string[] = [];
  /** The sounds that were heard. */
  readonly sounds: string[] = [];
  /** The ids of what took the whole screen. */
  readonly fullScreens: string[] = [];
  /** The pages of the settings that were opened: `app`, `channel <id>`, `policy`. */
  readonly settings: string[] = [];
  /** Errors of the app's code, which a phone only logs. */
  readonly errors: unknown[] = [];
  /** How often the app's process was started, and how often of these without a screen. */
  starts = 0;
  headlessStarts = 0;

  /** The names of the native methods that were called. */
  named(name: string): readonly NativeCall[] {
    return this.calls.filter((call) => call.name === name);
  }
}
