import type { ClientConfig, Presentation } from './model/ClientConfig.js';
import type { EtaBoard, EtaWord, ParticipantDetails } from './model/Eta.js';
import type { LiveMessage, LiveMode } from './model/Live.js';
import type { ActionKind, Badge, Notification } from './model/Notification.js';
import type { ChannelSwitches, MuteScope, NotificationPreferences, QuietHours } from './model/Preferences.js';
import type { PealError } from './PealError.js';
import type { PermissionState, Platform } from './platform.js';
import type { Store } from './createStore.js';

export type { LiveMessage, LiveMode } from './model/Live.js';

export interface PealOptions {
  readonly app: string;
  /** Where Peal is served, such as `https://notify.example`; paths start with `/api/v1` below it. */
  readonly baseUrl: string;
  readonly platform: Platform;
  /**
   * The user's JWT, or `null` while nobody is signed in. Called before each request; `isRefused` says that the last one was
   * answered with 401, so that another one is wanted. Without an answer in 30 seconds the app counts as unreachable.
   */
  readonly token: (isRefused: boolean) => Promise<string | null>;
  readonly locale?: string;
  readonly timeZone?: string;
  readonly appVersion?: string;
}

/** Everything that an app does with Peal. Made by `createPeal`; nothing is sent before `start`. */
export interface PealClient {
  readonly app: string;
  /** The time in milliseconds, by the platform's clock. */
  now(): number;
  /** The zone that texts of the server and times of the elements are in; the device's when it is not set. */
  readonly timeZone: string | undefined;
  readonly config: Store<ClientConfig | null>;
  readonly live: LiveConnection;
  readonly devices: Devices;
  readonly permission: Permission;
  readonly preferences: PreferenceStore;
  readonly inbox: InboxStore;
  readonly replies: Replies;
  readonly eta: EtaStore;
  readonly links: Links;
  readonly foreground: Foreground;
  /** Changes that wait for the network. */
  readonly outbox: Store<{ readonly waiting: number; readonly isOnline: boolean }>;
  /**
   * Reads what is stored, then the configuration, sends what waits and follows the server. `background`: the system started the
   * app without a screen, so that it says `sync` and nothing else.
   */
  start(state?: 'launched' | 'background'): Promise<void>;
  /** The app came back to the foreground: `sync`, and the stream connects again. */
  resumed(): Promise<void>;
  /** The app left the screen: no thread is viewed, the stream ends, and nothing is followed until `resumed`. Resolves as `settled`. */
  paused(): Promise<void>;
  /**
   * Does one thing for which the system runs the app without a screen, started or not: no stream, no inbox, and the device's key
   * before the user's session. Resolves when it is sent or stored: the system may end the app then.
   * @param options.budget Milliseconds after which it resolves at the latest, with the rest stored; 20 s.
   */
  background(event: BackgroundEvent, options?: { readonly budget?: number }): Promise<void>;
  /** Resolves when nothing is being sent, and all that has to be kept is stored: the system may end the app then. */
  settled(): Promise<void>;
  /** The user signed in: the same client goes on as this user. */
  signedIn(): Promise<void>;
  /** Revokes the device, forgets all that is stored of the user. */
  signOut(): Promise<void>;
  /** Ends connections and timers; the stored state stays. */
  stop(): void;
  /** The user views this screen: rows that lead there are seen (or read, by `inbox.readOn`), its pushes leave the screen. */
  screenViewed(link: string): Promise<void>;
}

/**
 * Why the system runs the app: a push arrived (its payload), the user pressed a notification or one of its buttons or dismissed
 * it (its id), or the system gave the device another address. `draw` draws a push that the system leaves to the app: before it is
 * reported, since an app that draws nothing visible is sent less.
 */
export type BackgroundEvent =
  | { readonly push: unknown; readonly draw?: (presentation: Presentation) => Promise<void> }
  | { readonly press: Tap }
  | { readonly dismissed: string }
  | { readonly address: true };

export interface LiveConnection {
  readonly mode: Store<LiveMode>;
  /** Follows a channel (`inbox`, `event:<id>:eta`) until the answer is called. `poll` reads the state while there is no stream. */
  follow(channel: string, handlers: { readonly message: (message: LiveMessage) => void; readonly poll: () => Promise<void> }): () => void;
  /** The thread that the user looks at, `null` for none: a push of it may wait (`delayWhileActive`). */
  viewing(thread: string | null): void;
}

export interface DeviceState {
  readonly id: string | null;
  readonly state: 'none' | 'active' | 'disabled' | 'quarantined' | 'stale' | 'revoked';
}

export interface Devices {
  readonly state: Store<DeviceState>;
  /** Registers this device, or refreshes it. A failure is logged and tried again at the next start (R015). */
  register(): Promise<void>;
  /** The client's one call at start, on return to the foreground and on a silent push. */
  sync(state: 'launched' | 'foreground' | 'background'): Promise<void>;
  /** The system gave the device another address. */
  addressChanged(): Promise<void>;
  /** Sets what the device can do, such as `{bluetooth: 'granted'}`. */
  setCapabilities(capabilities: Readonly<Record<string, string>>): Promise<void>;
}

export interface PermissionView {
  readonly state: PermissionState;
  /** The prompt with the catalog's explanation is due: `firstLaunch`, `afterSignIn`, or the milestone was reached. */
  readonly prompt: { readonly text: string | null } | null;
  /** After a denial, on one of the catalog's screens, at most once in `softPrompt.every` and never twice a session. */
  readonly softPrompt: { readonly text: string | null } | null;
}

export interface Permission {
  readonly view: Store<PermissionView>;
  /** Shows the system's prompt, after the user agreed to the explanation; registers the device when it is granted. */
  ask(): Promise<PermissionState>;
  /** The user closed a prompt: not again in this session. */
  dismiss(): void;
  /** Something happened that the strategy waits for, such as `report-submitted`. */
  milestone(name: string): Promise<void>;
  /** A screen is shown, by its link. A soft prompt may become due. */
  screen(link: string): void;
  /** Reads the system's state again: the user may have changed it in the settings. */
  refresh(): Promise<void>;
  openSettings(): void;
  readonly canOpenSettings: boolean;
}

export interface PreferencesView {
  readonly status: 'loading' | 'ready' | 'failed';
  /** What the user sees: the server's state with the changes that are on their way. */
  readonly value: NotificationPreferences | null;
  /** From the cache: the server was not reached yet. */
  readonly isStale: boolean;
  /** Keys of what is being saved or waits for the network: `category:kudos`, `global:pushEnabled`, `quietHours`, `mute:…`. */
  readonly saving: readonly string[];
  /** Waits for the network. */
  readonly isQueued: boolean;
  /** Changes that the server refused, reverted; `retry` tries them again. */
  readonly failures: readonly { readonly key: string; readonly error: PealError }[];
  /** When a change was saved last, in milliseconds: for the confirmation toast. */
  readonly savedAt: number | null;
  readonly error: PealError | null;
}

export interface PreferenceStore {
  readonly view: Store<PreferencesView>;
  load(): Promise<void>;
  setCategory(key: string, change: { readonly enabled?: boolean; readonly channels?: Partial<ChannelSwitches> }): Promise<void>;
  setGlobal(change: { readonly pushEnabled?: boolean; readonly emailEnabled?: boolean; readonly inAppEnabled?: boolean }): Promise<void>;
  setQuietHours(change: Partial<QuietHours>): Promise<void>;
  reset(): Promise<void>;
  /** `for` is an ISO 8601 duration (`PT1H`, `P1D`, `P7D`); `null` has no end. `id` is the category or thread. */
  mute(mute: { readonly scope: MuteScope; readonly id?: string; readonly for: string | null }): Promise<void>;
  unmute(id: string): Promise<void>;
  retry(key: string): Promise<void>;
  dismissFailure(key: string): void;
}

export interface InboxFilter {
  readonly status?: 'unread' | 'read' | 'all';
  readonly category?: string;
  readonly thread?: string;
}

export interface InboxView {
  readonly status: 'loading' | 'ready' | 'failed' | 'off';
  readonly items: readonly Notification[];
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly unreadCount: number;
  readonly unseenCount: number;
  readonly badge: Badge;
  readonly mode: LiveMode;
  readonly isStale: boolean;
  readonly filter: InboxFilter;
  /** What can still be undone: a deletion before it is sent, or a cleared list. */
  readonly undo: { readonly kind: 'delete' | 'clear'; readonly count: number } | null;
  readonly error: PealError | null;
}

export interface InboxStore {
  readonly view: Store<InboxView>;
  /** Unread counts by category and by thread, for tab badges. */
  readonly tabs: Store<{ readonly category: Readonly<Record<string, number>>; readonly thread: Readonly<Record<string, number>> }>;
  load(filter?: InboxFilter): Promise<void>;
  loadMore(): Promise<void>;
  /** The user tapped a row: it is read, and the link is opened by the router. */
  open(id: string): Promise<void>;
  markRead(id: string): Promise<void>;
  markUnread(id: string): Promise<void>;
  markAllRead(): Promise<void>;
  /** The app was opened or the list shown: everything is seen, the badge is 0 (C10). */
  markAllSeen(): Promise<void>;
  /** Rows that were on the screen. Marks them seen, or read where `inbox.readOn` is `view`. */
  viewed(ids: readonly string[]): Promise<void>;
  /** Deletes after five seconds, in which `undo` cancels it. */
  remove(id: string): void;
  /** Clears the list; alerts stay. `undo` restores it. */
  clear(): Promise<void>;
  undo(): Promise<void>;
  acknowledge(id: string): Promise<void>;
  /** A push was dismissed: seen. */
  dismissed(id: string): Promise<void>;
  /** Reads the list again, as far as it is loaded. */
  refresh(): Promise<void>;
  /** A push or `sync` brought a badge: the one with the highest version counts. */
  adoptBadge(badge: Badge): void;
  /** Refreshes the counts of `tabs`. */
  loadTabs(by: 'category' | 'thread'): Promise<void>;
}

export interface ReplyResult {
  /** `queued`: no network; it is sent later with the time of the tap. */
  readonly status: 'sent' | 'queued' | 'refused';
  readonly confirmation: string | null;
  readonly link: string | null;
  readonly error: PealError | null;
}

export interface Replies {
  /** Takes an action of a notification: by its token where there is one, by the session otherwise. */
  take(
    notification: string,
    action: { readonly id: string; readonly token?: string; readonly link?: string; readonly kind?: ActionKind }
  ): Promise<ReplyResult>;
}

export interface EtaBoardView {
  readonly status: 'loading' | 'ready' | 'failed' | 'not-found';
  readonly board: EtaBoard | null;
  /** Users whose row changed with the last message. */
  readonly changed: readonly string[];
  readonly phase: 'none' | 'early' | 'open' | 'cleared';
  readonly mode: LiveMode;
  readonly error: PealError | null;
}

export interface OpenBoard extends Store<EtaBoardView> {
  close(): void;
}

export interface EtaStore {
  /** Replies to an event with the session (S0 `IETAService.updateETA`); queued while there is no network. */
  reply(
    eventId: string,
    reply: { readonly status: EtaWord; readonly minutesLate?: number; readonly message?: string; readonly timestamp?: string }
  ): Promise<ReplyResult>;
  /** Opens the host's board and follows it live until it is closed. */
  board(eventId: string): OpenBoard;
  /** The same read once a minute: not a view of the dashboard, and the host's push about a late participant still arrives. */
  glance(eventId: string): OpenBoard;
  participant(eventId: string, userId: string): Promise<ParticipantDetails>;
}

/** Where a tap leads. */
export interface Destination {
  /** A path of the app that the catalog allows, without query. */
  readonly path: string;
  /** The same with query and fragment, for a router that takes one text. */
  readonly href: string;
  /** The catalog's pattern that it fits, such as `/reports/{id}`; `null` for the fallback. */
  readonly route: string | null;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** What to highlight there, such as `announcement/a1`. */
  readonly highlight: string | null;
  /** The Bluetooth screen starts to scan. */
  readonly autoScan: boolean;
  readonly isFallback: boolean;
  readonly notification: string | null;
}

/** A tap on a notification, however it came: push, inbox row, banner, or a link that started the app. */
export interface Tap {
  readonly source: 'push' | 'inbox' | 'banner' | 'launch';
  readonly state: 'foreground' | 'background' | 'closed';
  readonly notification?: string;
  readonly action?: { readonly id: string; readonly kind: 'open-app' | 'quick-reply' | 'dismiss'; readonly link?: string; readonly token?: string };
  readonly link?: string;
  readonly entity?: string;
}

export interface Links {
  /**
   * The only place that reads a tap (R120). The same press of a notification of the system counts once, however often systems and
   * libraries report it, also after a restart. Resolves when what it says is sent or stored.
   */
  handle(tap: Tap): Promise<void>;
  resolve(link: string | null | undefined, entity?: string, notification?: string): Destination;
  /** The app's navigation. Answers `false` when the target does not exist: then the fallback is opened (R125). */
  onOpen(navigate: (destination: Destination) => boolean | void | Promise<boolean | void>): () => void;
}

export interface Banner {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly link: string;
  readonly entity?: string;
  readonly priority: 'critical' | 'high' | 'normal' | 'low';
  readonly presentation: 'full-screen' | 'banner';
  /** The notification's actions, where one of them is a reply that can be given where it is shown (R192). */
  readonly actions?: readonly {
    readonly id: string; readonly title: string; readonly kind?: ActionKind; readonly type?: ActionKind;
    readonly link?: string; readonly token?: string; readonly payload?: Record<string, unknown>;
  }[];
}

/** Pushes and live notifications while the app is in the foreground (R130). */
export interface Foreground {
  readonly banners: Store<readonly Banner[]>;
  /**
   * A push arrived. On the screen it is a banner; without a screen it is reported, and what it says of badge and of other
   * notifications is done. A malformed one is discarded, logged and claimed in the audit (R149).
   */
  received(payload: unknown): Promise<void>;
  /** How a push that has arrived is to be shown in the app's state, for a system that asks the app; `silent` when it is shown already. */
  presentation(payload: unknown): Presentation;
  tap(id: string): Promise<void>;
  /** The user closed the banner: seen. */
  dismiss(id: string): Promise<void>;
  /** The banner was shown long enough: it leaves the screen, and nothing is reported. */
  hide(id: string): void;
}
