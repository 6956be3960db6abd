/** notifee's numbers. */
export const EventType = {
  UNKNOWN: -1, DISMISSED: 0, PRESS: 1, ACTION_PRESS: 2, DELIVERED: 3, APP_BLOCKED: 4, CHANNEL_BLOCKED: 5, CHANNEL_GROUP_BLOCKED: 6,
  TRIGGER_NOTIFICATION_CREATED: 7,
} as const;
export const AuthorizationStatus = { NOT_DETERMINED: -1, DENIED: 0, AUTHORIZED: 1, PROVISIONAL: 2 } as const;
export const AndroidImportance = { NONE: 0, MIN: 1, LOW: 2, DEFAULT: 3, HIGH: 4 } as const;
export const AndroidStyle = { BIGPICTURE: 0, BIGTEXT: 1, INBOX: 2, MESSAGING: 3 } as const;
export const AndroidVisibility = { PRIVATE: 0, PUBLIC: 1, SECRET: -1 } as const;
export const AndroidCategory = { ALARM: 'alarm', CALL: 'call', MESSAGE: 'msg', REMINDER: 'reminder' } as const;
export const AndroidNotificationSetting = { NOT_SUPPORTED: -1, DISABLED: 0, ENABLED: 1 } as const;
export const IOSNotificationSetting = { NOT_SUPPORTED: -1, DISABLED: 0, ENABLED: 1 } as const;
