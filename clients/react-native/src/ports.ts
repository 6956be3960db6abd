import type { ClientConfig, PermissionState, PushAddress, ShownPush } from 'peal-core';

/** What a phone gives pushes an address with, and where they arrive: Expo's push service, FCM, APNs, or a sandbox. */
export interface Tokens {
  /** The pushes are a sandbox's: the app shows that. */
  readonly isSimulated?: boolean;
  /** The address of this phone. Rejects where the system refuses; the adapter waits ten seconds at most. */
  get(): Promise<PushAddress>;
  /** The system gave the phone another address. */
  onChange(changed: () => void): () => void;
  /** Ends the address, on sign-out. */
  remove(): Promise<void>;
  /** Hands over each push that reaches the app's code. What the handler resolves with is done with it on the screen. */
  onPush(handler: (push: ArrivedPush) => Promise<PushAnswer>): () => void;
}

export interface ArrivedPush {
  /** As the provider delivered it: `peal` at the top, in `data`, or as a text there. */
  readonly payload: unknown;
  /** The system draws it, or asks whether to. What it does not draw is drawn by the app. */
  readonly isDrawn: boolean;
  /** The system asks before it draws, because the app is on the screen. */
  readonly isAsked: boolean;
}

/** Whether the system is to draw a push about which it asks. */
export interface PushAnswer {
  readonly draw: boolean;
}

/** A notification that the app draws itself on the system's screen. */
export interface SystemNotification {
  readonly id: string;
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  readonly channel?: string;
  /** Its category of buttons, where the system draws them by a registered one. */
  readonly category?: string;
  readonly sound?: string;
  readonly vibration?: string;
  readonly image?: string;
  readonly group?: string;
  readonly badge?: number;
  readonly buttons: readonly SystemButton[];
  /** Over the whole screen, where the phone lets the app. */
  readonly isFullScreen: boolean;
  /** What a press brings back. */
  readonly payload: Readonly<Record<string, string>>;
}

/** A button of a notification. With `choices` it opens a list of them, and there is no free text. */
export interface SystemButton {
  readonly id: string;
  readonly title: string;
  /** The app comes to the screen. */
  readonly opensApp: boolean;
  readonly choices?: readonly string[];
}

/** A category of buttons as a system registers it. */
export interface SystemCategory {
  readonly id: string;
  readonly buttons: readonly SystemButton[];
}

export type SystemChannel = ClientConfig['androidChannels'][number];

/** The user pressed a notification, or a button of it. */
export interface SystemPress {
  /** As the provider delivered it, or `payload` of a notification that the app drew. */
  readonly payload: unknown;
  /** The button; absent for the notification itself. */
  readonly button?: string;
  /** What was chosen of the button's `choices`. */
  readonly choice?: string;
}

/** What permission is asked for. */
export interface PermissionRequest {
  /** iOS: quietly at first, without a prompt. */
  readonly provisional: boolean;
  /** iOS: sounds although the phone is silent; needs Apple's entitlement. */
  readonly critical: boolean;
}

/** The system's notifications of a phone. Native modules are handed in; nothing here imports one. */
export interface SystemScreen {
  /** Whether a button can open choices (`SystemButton.choices`). */
  readonly hasChoices?: boolean;
  permission(): Promise<PermissionState>;
  /** Shows the system's prompt; `setUp` was done before, since Android 13 shows none without a channel. */
  request(options: PermissionRequest): Promise<PermissionState>;
  /** Makes the channels of Android and replaces the categories of buttons; each of them reports its dismissal. */
  setUp(channels: readonly SystemChannel[], categories: readonly SystemCategory[]): Promise<void>;
  /** Draws a notification; one with the same tag takes its place. */
  show(notification: SystemNotification): Promise<void>;
  /** Removes what is shown of these ids and tags. */
  clear(targets: readonly ShownPush[]): Promise<void>;
  shown(): Promise<readonly ShownPush[]>;
  badge(count: number): Promise<void>;
  /** Shows that a reply was given; it goes by itself or with the next. */
  confirm(text: string): Promise<void>;
  onPress(handler: (press: SystemPress) => Promise<void>): () => void;
  /** The user swiped a notification away: as it was delivered, or `payload` of one that the app drew. */
  onDismiss(handler: (payload: unknown) => Promise<void>): () => void;
  /** The press that started the app, once. */
  lastPress(): Promise<SystemPress | null>;
  /** The system's settings of the app, or of one channel. */
  openSettings(channel?: string): void;
  /** Whether the phone lets the app take the whole screen. */
  canFullScreen(): Promise<boolean>;
}

/** Texts by key that survive a restart: AsyncStorage, MMKV, SecureStore, the keychain. */
export interface Store {
  get(key: string): Promise<string | null>;
  set(key: string, value: string): Promise<void>;
  remove(key: string): Promise<void>;
}

/** React Native's `AppState`. */
export interface AppStateLike {
  readonly currentState: string | null;
  addEventListener(type: 'change', listener: (state: string) => void): { remove(): void };
}

/** Whether there is a network: `null` while the system does not know. */
export interface Connectivity {
  isConnected(): boolean | null;
  onChange(changed: (isConnected: boolean | null) => void): () => void;
}
