export interface ChannelSwitches {
  readonly push: boolean;
  readonly email: boolean;
  readonly inApp: boolean;
}

/** S0 `CategoryPreference`, and what Peal adds. */
export interface CategoryPreference {
  readonly enabled: boolean;
  readonly channels: ChannelSwitches;
  /** The user cannot switch it off, for the reason in `lockReason`. */
  readonly locked: boolean;
  readonly lockReason?: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly icon: string;
}

export interface QuietHours {
  readonly enabled: boolean;
  /** `HH:MM` */
  readonly start: string;
  readonly end: string;
  readonly timeZone?: string;
  readonly editable?: boolean;
}

export type MuteScope = 'all' | 'category' | 'thread';

export interface Mute {
  readonly id: string;
  readonly scope: MuteScope;
  readonly target?: string;
  /** An instant, or `null` for no end. */
  readonly until: string | null;
  readonly createdAt: string;
}

/** S0 `NotificationPreferences`, and what Peal adds. */
export interface NotificationPreferences {
  readonly userId: string;
  readonly categories: Readonly<Record<string, CategoryPreference>>;
  readonly globalSettings: { readonly pushEnabled: boolean; readonly emailEnabled: boolean; readonly inAppEnabled: boolean };
  readonly quietHours?: QuietHours;
  readonly mutes: readonly Mute[];
  readonly enabledCount: number;
  readonly version: number;
  readonly updatedAt: string;
  readonly syncedAt: string;
}
