export type EtaWord = 'on-time' | 'running-late' | 'cant-make-it';

/** S0 `ETAUpdate`. */
export interface ETAUpdate {
  readonly eventId: string;
  readonly userId: string;
  readonly status: EtaWord;
  readonly estimatedMinutesLate?: number;
  readonly message?: string;
  readonly timestamp: string;
}

/** S0 `ParticipantETAStatus`, and what the board shows of it. */
export interface ParticipantETAStatus {
  readonly userId: string;
  readonly displayName: string;
  readonly avatar?: string;
  readonly rsvpStatus: 'confirmed' | 'checked-in' | 'cancelled';
  readonly etaStatus?: ETAUpdate;
  readonly checkedIn: boolean;
  readonly checkedInAt?: string;
  readonly colour: 'green' | 'yellow' | 'red' | 'gray';
  /** S0's words: "On time", "+10 min late", "Can't make it", "No response". */
  readonly text: string;
}

/** The host's board of an event. */
export interface EtaBoard {
  readonly eventId: string;
  readonly startsAt?: string;
  readonly opensAt?: string;
  readonly clearsAt?: string;
  readonly etaOpen: boolean;
  readonly remindersSent: boolean;
  readonly version: number;
  readonly summary: { readonly onTime: number; readonly runningLate: number; readonly cantMakeIt: number; readonly noResponse: number; readonly text: string };
  readonly participants: readonly ParticipantETAStatus[];
}

export interface ParticipantDetails extends ParticipantETAStatus {
  readonly details: Readonly<Record<string, unknown>>;
}
