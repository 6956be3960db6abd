export type PhonePlatform = 'android' | 'ios';

/**
 * The state of the app when something happens. `killed` by the system to free memory; `swiped-away` by the user in the list of apps;
 * `force-stopped` by the user in Android's settings.
 */
export type Lifecycle = 'foreground' | 'background' | 'killed' | 'swiped-away' | 'force-stopped';

/** The libraries of the app: Expo's, or React Native Firebase with notifee. */
export type Face = 'expo' | 'firebase';

/** A push: with a text for the system, data that the app draws (FCM, HIGH), data in silence, or a number for the icon. */
export type Arrives = 'notification' | 'data' | 'silent' | 'badge';

/** Who puts a push on the screen. `asked`: the library, if the app's handler says so. */
export type Drawer = 'system' | 'library' | 'asked' | 'nobody';

/** The app's code that a library calls, or what it answers when asked. */
export type Code =
  | 'received-listener' | 'task' | 'response-listener' | 'last-response'
  | 'on-message' | 'background-handler' | 'opened-listener' | 'initial-message'
  | 'foreground-event' | 'background-event' | 'initial-notification';

/** What the user does with a notification. A `button` works in the background, an `opening-button` brings the app up. */
export type Pressed = 'tap' | 'button' | 'opening-button' | 'dismissal';

interface Entry {
  readonly id: string;
  /** One sentence. */
  readonly fact: string;
  /** Where it is said: addresses and issues, with a space between; `assumed` where no source was found. */
  readonly source: string;
}

interface Situation extends Entry {
  readonly platform: PhonePlatform;
  readonly face: Face;
  readonly states: readonly Lifecycle[];
  /** In this order. */
  readonly runs: readonly Code[];
  /** Code that runs on some phones and not on others. */
  readonly unreliable?: readonly Code[];
  /** What nothing in the app learns of. */
  readonly lost?: string;
}

export interface Delivery extends Situation {
  readonly kind: 'delivery';
  readonly arrives: Arrives;
  readonly drawnBy: Drawer;
}

export interface Press extends Situation {
  readonly kind: 'press';
  readonly press: Pressed;
  /** `remote`: the system drew it from a push; `local`: a library of the app did, on iOS only for the app itself. */
  readonly drawn: readonly ('remote' | 'local')[];
  readonly opensApp: boolean;
}

/** A rule without a table of its own: on, or a number such as milliseconds or an API level. */
export interface Trait extends Entry {
  readonly kind: 'trait';
  readonly value: true | number;
}

export type Behaviour = Delivery | Press | Trait;
