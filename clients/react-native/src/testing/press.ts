import type { Notification } from '@notifee/react-native';
import type { App } from './App.js';
import type { Lifecycle, Code, Pressed } from './behaviour.js';
import type { PhoneContext, Runtime, UserPress } from './Context.js';
import type { Button } from './system/Categories.js';
import type { ShownNotification } from './system/Screen.js';

export interface PressOptions {
  /** The id or the title of a button; without it the notification itself. */
  readonly button?: string;
  /** One of the button's choices. */
  readonly choice?: string;
  /** What is typed into the button's field. */
  readonly text?: string;
}

/** Does with a press what the table says for this phone and the app's state. */
export function press(phone: PhoneContext, app: App, pressed: UserPress, unlock: () => void): () => readonly Code[] {
  const { platform, face, table, kept, screen, received } = phone;
  const { shown, button } = pressed;
  const before = received.ran.length;
  const keeps = button !== undefined && platform === 'android' && face === 'firebase' && table.has('android.button.keeps');
  if (!keeps) screen.remove(({ key }) => key === shown.key);
  if (pressed.press === 'tap' && isDead(phone, shown)) return () => [];
  const isLocal = shown.drawnBy === 'app' || (platform === 'android' && shown.drawnBy === 'library');
  const row = table.press(platform, face, app.state, pressed.press, isLocal ? 'local' : 'remote');
  const runs = [...row.runs, ...app.lucky(row.unreliable)];
  if (runs.includes('last-response')) kept.lastResponse = pressed;
  if (runs.includes('initial-message')) kept.initialMessage = pressed;
  if (runs.includes('initial-notification')) kept.initialNotification = pressed;
  const find = (code: Code, runtime: Runtime): ReturnType<Runtime['pressed']> => runtime.pressed(code, pressed);
  // What runs without a screen runs first; then the app comes up.
  let ran = app.run(runs.filter((code) => code === 'background-event'), find);
  if (row.opensApp && opens(phone, pressed)) {
    unlock();
    app.bringUp();
  }
  ran += app.run(runs.filter((code) => code !== 'background-event'), find);
  if (row.lost && ran === 0) received.lost.push(row.lost);
  return () => received.ran.slice(before);
}

/** The user swipes it away; iOS reports that only for categories that ask for it. */
export function dismissal(phone: PhoneContext, app: App, shown: ShownNotification): () => readonly Code[] {
  const { platform, table, categories, face, received, screen } = phone;
  const category = categories.find(shown.category, face === 'expo');
  const isReported = platform === 'android' || !table.has('ios.dismissal.custom') || Boolean(category && category.reportsDismissal);
  if (isReported) return press(phone, app, { shown, press: 'dismissal' }, () => undefined);
  screen.remove(({ key }) => key === shown.key);
  received.lost.push('dismissal');
  return () => [];
}

/** What a press means on this phone. */
export function pressOf(phone: PhoneContext, state: Lifecycle, shown: ShownNotification, options: PressOptions): UserPress {
  const button = options.button === undefined ? undefined : find(shown, options.button);
  const input = inputOf(button, options);
  return { shown, press: kindOf(phone, state, button), ...(button ? { button } : {}), ...(input === undefined ? {} : { input }) };
}

function find(shown: ShownNotification, name: string): Button {
  const found = shown.buttons.find(({ id }) => id === name) ?? shown.buttons.find(({ title }) => title === name);
  if (!found) throw new Error(`no button ${name}; shown are: ${shown.buttons.map(({ id }) => id).join(', ') || 'none'}`);
  return found;
}

function inputOf(button: Button | undefined, { choice, text }: PressOptions): string | undefined {
  if (choice === undefined && text === undefined) return undefined;
  if (!button) throw new Error('only a button takes a choice or a text');
  if (choice === undefined) {
    if (!button.hasText) throw new Error(`the button ${button.id} has no field for a text`);
    return text;
  }
  if (!button.choices || !button.choices.includes(choice)) throw new Error(`the button ${button.id} has no choice ${choice}`);
  return choice;
}

function kindOf(phone: PhoneContext, state: Lifecycle, button: Button | undefined): Pressed {
  if (!button) return 'tap';
  if (button.opensApp) return 'opening-button';
  const isGone = state !== 'foreground' && state !== 'background';
  const isOld = phone.platform === 'android' && phone.face === 'expo' && phone.expoSdk < phone.table.limit('expo.button.task', 0);
  return isGone && isOld ? 'opening-button' : 'button';
}

/** On Android a tap on what notifee drew opens the app if its action names what to open; `default` is the app. */
function opens(phone: PhoneContext, { shown, button }: UserPress): boolean {
  if (button || phone.platform !== 'android' || phone.face !== 'firebase' || shown.drawnBy !== 'app') return true;
  const { pressAction } = (shown.source as Notification).android ?? {};
  if (!pressAction || !phone.table.has('android.press.opens-by-activity')) return true;
  return pressAction.id === 'default' || pressAction.launchActivity !== undefined || pressAction.mainComponent !== undefined;
}

/** notifee on Android does nothing with a tap where no pressAction is given. */
function isDead(phone: PhoneContext, shown: ShownNotification): boolean {
  if (phone.platform !== 'android' || phone.face !== 'firebase' || shown.drawnBy !== 'app') return false;
  const { android } = shown.source as Notification;
  return !(android && android.pressAction) && phone.table.has('android.press.needs-press-action');
}
