/// The names FCM knows: fields and the words of closed lists.
enum FCMNames {
    static let request: Set = ["validate_only", "message"]
    static let targets = ["token", "fid", "topic", "condition"]
    static let message: Set = [
        "name", "data", "notification", "android", "webpush", "apns", "fcm_options", "token", "fid", "topic",
        "condition",
    ]
    static let notificationTexts = ["title", "body", "image"]
    static let notification = Set(notificationTexts)

    static let android: Set = [
        "collapse_key", "priority", "ttl", "restricted_package_name", "data", "notification", "fcm_options",
        "direct_boot_ok", "bandwidth_constrained_ok", "restricted_satellite_ok",
    ]
    static let androidTruths = ["direct_boot_ok", "bandwidth_constrained_ok", "restricted_satellite_ok"]
    /// In the order of their numbers, as all enumerations here; these two are also taken in lower case.
    static let androidPriorities = ["NORMAL", "HIGH"]
    static let androidPriorityAliases: Set = ["normal", "high"]
    static let androidTexts = [
        "title", "body", "icon", "sound", "tag", "click_action", "body_loc_key", "title_loc_key", "channel_id",
        "ticker", "image",
    ]
    static let androidBooleans = [
        "sticky", "local_only", "default_sound", "default_vibrate_timings", "default_light_settings",
    ]
    static let androidNotification = Set(androidTexts).union(androidBooleans).union([
        "color", "event_time", "body_loc_args", "title_loc_args", "notification_priority", "vibrate_timings",
        "visibility",
        "notification_count", "light_settings", "proxy",
    ])
    static let lightSettings = ["color", "light_on_duration", "light_off_duration"]
    static let colorShares = ["red", "green", "blue", "alpha"]
    static let notificationPriorities = [
        "PRIORITY_UNSPECIFIED", "PRIORITY_MIN", "PRIORITY_LOW", "PRIORITY_DEFAULT", "PRIORITY_HIGH", "PRIORITY_MAX",
    ]
    static let visibilities = ["VISIBILITY_UNSPECIFIED", "PRIVATE", "PUBLIC", "SECRET"]
    static let proxies = ["PROXY_UNSPECIFIED", "ALLOW", "DENY", "IF_PRIORITY_LOWERED"]

    static let apns: Set = ["headers", "payload", "fcm_options", "live_activity_token"]
    static let apnsPriorities: Set = ["1", "5", "10"]
    static let apnsPushTypes: Set = [
        "alert", "background", "liveactivity", "voip", "complication", "fileprovider", "location", "pushtotalk",
        "widgets", "controls", "mdm",
    ]

    static let webPush: Set = ["headers", "data", "notification", "fcm_options"]
    static let options: Set = ["analytics_label"]
    static let apnsOptions: Set = ["analytics_label", "image"]
    static let webPushOptions: Set = ["link", "analytics_label"]
    static let urgencies: Set = ["very-low", "low", "normal", "high"]
}
