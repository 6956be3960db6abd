import type { ActionKind, Priority } from './Notification.js';
import type { ChannelSwitches } from './Preferences.js';

export type AppState = 'foreground' | 'background' | 'closed';
export type Presentation = 'full-screen' | 'banner' | 'silent' | 'system';

/** A button of a type. `group`: the text of the one button that opens all actions with this text, where places are few. */
export interface ConfigAction {
  readonly id: string;
  readonly title: string;
  readonly type: ActionKind;
  readonly group?: string;
}

/** What `GET /client-config` answers: what the catalog asks of a client. Without a session `categories` and `types` are absent. */
export interface ClientConfig {
  readonly app: string;
  readonly name: string;
  readonly catalogVersion: number;
  readonly locales?: readonly string[];
  readonly timeZone?: string;
  readonly features: Readonly<Record<string, boolean>>;
  /** The channels that the app offers: a settings screen has a switch for each, and for no other. */
  readonly channels: readonly ('push' | 'email' | 'inApp')[];
  readonly inbox?: { readonly readOn: 'view' | 'tap'; readonly collapse?: 'thread' };
  readonly permission: {
    readonly strategy: 'firstLaunch' | 'afterSignIn' | 'afterMilestone';
    readonly milestone?: string;
    readonly texts?: { readonly prompt?: string; readonly softPrompt?: string };
    /** `every` is an ISO 8601 duration. */
    readonly softPrompt?: { readonly every?: string; readonly routes?: readonly string[] };
  };
  /** What a browser that withdraws the permission otherwise shows for a push that cannot be read; `null`: nothing. */
  readonly unreadable?: string | null;
  /** The channels that an Android app creates. A phone that has one keeps its importance, sound and vibration. */
  readonly androidChannels: readonly {
    readonly id: string;
    readonly name: string;
    readonly importance: 'high' | 'default' | 'low' | 'min';
    readonly sound: string | null;
    readonly vibration: string | null;
    readonly bypassDnd: boolean;
  }[];
  /** The categories that an iOS app registers, also those without buttons: only of these a dismissal is reported. */
  readonly iosCategories: readonly { readonly id: string; readonly actions: readonly ConfigAction[] }[];
  readonly webPush?: { readonly publicKey: string };
  readonly categories?: readonly {
    readonly key: string;
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly icon: string;
    readonly adjustable: boolean;
    readonly channels: Partial<ChannelSwitches>;
  }[];
  readonly types?: readonly {
    readonly id: string;
    readonly category: string;
    readonly priority: Priority;
    /** How its notifications are shown in every state of the app, where that is not by their priority. */
    readonly presentation?: Presentation;
    readonly sound?: string | null;
    readonly vibration?: string;
    readonly androidChannel?: string;
    readonly iosCategory?: string;
    readonly actions?: readonly ConfigAction[];
  }[];
  readonly links: {
    readonly scheme?: string;
    readonly hosts: readonly string[];
    /** Where the app is on the web, such as `https://gss.example`. */
    readonly webOrigin?: string;
    readonly routes: readonly string[];
    readonly fallback: string;
  };
  readonly presentation: Readonly<Partial<Record<AppState, Partial<Record<Priority, Presentation>>>>>;
}
