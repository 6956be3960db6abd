extension APIRoute {
    private static let inboxQuery = ["status", "category", "thread", "since", "offset", "groupBy"] + page

    /// Registers or refreshes a device.
    public static let registerDevice = api(
        .post,
        "/users/{userId}/devices/push",
        .personOrBackend,
        body: usualBodyLimit
    )
    /// Lists devices.
    public static let listDevices = api(.get, "/users/{userId}/devices", .personOrBackend)
    /// Changes a device.
    public static let changeDevice = api(.patch, "/users/{userId}/devices/{id}", .personOrBackend, body: usualBodyLimit)
    /// Revokes a device on logout.
    public static let revokeDevice = api(.delete, "/users/{userId}/devices/{id}", .personOrBackend)
    /// Reads preferences.
    public static let getPreferences = api(.get, "/users/{userId}/notification-preferences", .personOrBackend)
    /// Changes preferences; what is absent stays.
    public static let putPreferences = api(
        .put,
        "/users/{userId}/notification-preferences",
        .personOrBackend,
        body: usualBodyLimit
    )
    /// Changes one category.
    public static let patchCategory = api(
        .patch,
        "/users/{userId}/notification-preferences/category/{key}",
        .personOrBackend,
        body: usualBodyLimit
    )
    /// Resets preferences to the recommended settings.
    public static let resetPreferences = api(.post, "/users/{userId}/notification-preferences/reset", .personOrBackend)
    /// Mutes something for a while.
    public static let putMute = api(.put, "/users/{userId}/mutes", .personOrBackend, body: usualBodyLimit)
    /// Takes a mute back.
    public static let deleteMute = api(.delete, "/users/{userId}/mutes/{id}", .personOrBackend)
    /// A person's inbox, named by the user.
    public static let userInbox = api(
        .get,
        "/users/{userId}/notifications",
        .personOrBackend,
        query: inboxQuery
    )
    /// The inbox of the caller.
    public static let inbox = api(.get, "/notifications", .person, query: inboxQuery)
    /// Counts of the caller's inbox.
    public static let unreadCount = api(.get, "/notifications/unread-count", .person)
    /// The app was opened: all seen.
    public static let markAllSeen = api(.post, "/notifications/seen", .person)
    /// All read.
    public static let markAllRead = api(.post, "/notifications/read-all", .person)
    /// Clears the list.
    public static let clearInbox = api(.delete, "/notifications", .person)
    /// Read, as S0 says it.
    public static let patchRead = api(.patch, "/notifications/{id}/read", .person)
    /// Read, as S1 says it.
    public static let markRead = api(.post, "/notifications/{id}/read", .person)
    /// Not read after all.
    public static let markUnread = api(.post, "/notifications/{id}/unread", .person)
    /// A device got it.
    public static let markReceived = api(.post, "/notifications/{id}/received", .person)
    /// It was tapped.
    public static let markOpened = api(.post, "/notifications/{id}/opened", .person)
    /// It was swiped away.
    public static let markDismissed = api(.post, "/notifications/{id}/dismissed", .person)
    /// An alert was acknowledged.
    public static let acknowledge = api(.post, "/notifications/{id}/acknowledge", .person)
    /// Deletes one.
    public static let deleteNotification = api(.delete, "/notifications/{id}", .person)
    /// What a client needs to know before it shows anything.
    public static let clientConfig = api(.get, "/client-config", .personOrAnyone, query: ["app", "locale"])

    /// Every call of people.
    public static let peopleCalls: [APIRoute] = [
        registerDevice, listDevices, changeDevice, revokeDevice, getPreferences, putPreferences, patchCategory,
        resetPreferences, putMute, deleteMute, userInbox, inbox, unreadCount, markAllSeen, markAllRead, clearInbox,
        patchRead, markRead, markUnread, markReceived, markOpened, markDismissed, acknowledge, deleteNotification,
        clientConfig,
    ]
}
