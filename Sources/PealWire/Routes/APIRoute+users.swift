extension APIRoute {
    /// Whose inbox it is, where a backend calls.
    private static let subject = ["user"]
    private static let inboxQuery = ["status", "category", "thread", "since", "offset", "groupBy"] + page

    /// Registers or refreshes a device.
    public static let registerDevice = api(
        .post,
        "/users/{userId}/devices/push",
        .userOrBackend,
        body: usualBodyLimit
    )
    /// Lists devices.
    public static let listDevices = api(.get, "/users/{userId}/devices", .userOrBackend)
    /// Changes a device.
    public static let changeDevice = api(
        .patch,
        "/users/{userId}/devices/{id}",
        .userDeviceOrBackend,
        body: usualBodyLimit
    )
    /// Revokes a device on logout.
    public static let revokeDevice = api(.delete, "/users/{userId}/devices/{id}", .userOrBackend)
    /// A client reports on its device, and learns what it has to know.
    public static let syncDevice = api(
        .post,
        "/users/{userId}/devices/{id}/sync",
        .userDeviceOrBackend,
        body: usualBodyLimit
    )
    /// Lists addresses in channels next to push and the inbox.
    public static let listAddresses = api(.get, "/users/{userId}/addresses", .userOrBackend)
    /// Puts an address in such a channel.
    public static let putAddress = api(
        .put,
        "/users/{userId}/addresses/{channel}",
        .userOrBackend,
        body: usualBodyLimit
    )
    /// Removes an address in such a channel.
    public static let deleteAddress = api(.delete, "/users/{userId}/addresses/{channel}", .userOrBackend)
    /// Reads preferences.
    public static let getPreferences = api(.get, "/users/{userId}/notification-preferences", .userOrBackend)
    /// Changes preferences; what is absent stays.
    public static let putPreferences = api(
        .put,
        "/users/{userId}/notification-preferences",
        .userOrBackend,
        body: usualBodyLimit
    )
    /// Changes one category.
    public static let patchCategory = api(
        .patch,
        "/users/{userId}/notification-preferences/category/{key}",
        .userOrBackend,
        body: usualBodyLimit
    )
    /// Resets preferences to the recommended settings.
    public static let resetPreferences = api(
        .post,
        "/users/{userId}/notification-preferences/reset",
        .userOrBackend,
        body: filterBodyLimit
    )
    /// Mutes something for a while.
    public static let putMute = api(.put, "/users/{userId}/mutes", .userOrBackend, body: usualBodyLimit)
    /// Takes a mute back.
    public static let deleteMute = api(.delete, "/users/{userId}/mutes/{id}", .userOrBackend)
    /// A user's inbox, named by the user.
    public static let userInbox = api(
        .get,
        "/users/{userId}/notifications",
        .userOrBackend,
        query: inboxQuery
    )
    /// The inbox of the caller.
    public static let inbox = api(.get, "/notifications", .userOrBackend, query: subject + inboxQuery)
    /// Counts of the caller's inbox.
    public static let unreadCount = api(
        .get,
        "/notifications/unread-count",
        .userOrBackend,
        query: subject + ["by"]
    )
    /// The app was opened: all seen.
    public static let markAllSeen = api(
        .post,
        "/notifications/seen",
        .userOrBackend,
        query: subject,
        body: filterBodyLimit
    )
    /// All read.
    public static let markAllRead = api(
        .post,
        "/notifications/read-all",
        .userOrBackend,
        query: subject,
        body: filterBodyLimit
    )
    /// Clears the list.
    public static let clearInbox = api(
        .delete,
        "/notifications",
        .userOrBackend,
        query: subject,
        body: filterBodyLimit
    )
    /// Brings back what "clear all" removed.
    public static let restoreInbox = api(
        .post,
        "/notifications/restore",
        .userOrBackend,
        query: subject,
        body: filterBodyLimit
    )
    /// A device received several.
    public static let markManyReceived = api(
        .post,
        "/notifications/received",
        .userOrBackend,
        query: subject,
        body: filterBodyLimit
    )
    /// Read, as S0 says it.
    public static let patchRead = api(.patch, "/notifications/{id}/read", .userOrBackend, query: subject)
    /// Read, as S1 says it.
    public static let markRead = api(.post, "/notifications/{id}/read", .userOrBackend, query: subject)
    /// Not read after all.
    public static let markUnread = api(.post, "/notifications/{id}/unread", .userOrBackend, query: subject)
    /// A device got it.
    public static let markReceived = api(.post, "/notifications/{id}/received", .userDeviceOrBackend, query: subject)
    /// It was tapped.
    public static let markOpened = api(.post, "/notifications/{id}/opened", .userDeviceOrBackend, query: subject)
    /// It was swiped away.
    public static let markDismissed = api(
        .post,
        "/notifications/{id}/dismissed",
        .userDeviceOrBackend,
        query: subject
    )
    /// An alert was acknowledged.
    public static let acknowledge = api(.post, "/notifications/{id}/acknowledge", .userOrBackend, query: subject)
    /// One of its actions is taken.
    public static let takeAction = api(
        .post,
        "/notifications/{id}/actions/{actionId}",
        .userActionOrBackend,
        query: subject,
        body: usualBodyLimit
    )
    /// Deletes one.
    public static let deleteNotification = api(.delete, "/notifications/{id}", .userOrBackend, query: subject)
    /// What a client needs to know before it shows anything.
    public static let clientConfig = api(.get, "/client-config", .userOrAnyone, query: ["app", "locale"])

    /// What a client claims happened to a notification, as S0 says it.
    public static let claimAudit = api(
        .post,
        "/analytics/notification-audit",
        .userOrBackend,
        body: claimBodyLimit
    )

    /// Every call of users.
    public static let userCalls: [APIRoute] = [
        registerDevice, listDevices, changeDevice, revokeDevice, syncDevice, listAddresses, putAddress, deleteAddress,
        getPreferences, putPreferences,
        patchCategory,
        resetPreferences, putMute, deleteMute, userInbox, inbox, unreadCount, markAllSeen, markAllRead, clearInbox,
        restoreInbox, markManyReceived,
        patchRead, markRead, markUnread, markReceived, markOpened, markDismissed, acknowledge, takeAction,
        deleteNotification, clientConfig, claimAudit,
    ]
}
