import PealCore

/// The events of one change, or of all changes of a transaction, in their order.
package struct EventBatch {
    private(set) var events: [Event] = []
    /// The users that the changes erased: nothing that was said before names them.
    private(set) var erased: Set<UserName> = []
    /// Whether all that is due was leased after the last of them, as far as there was room.
    private(set) var isClaimed = false

    /// A user of an app.
    struct UserName: Hashable {
        var app: AppID
        var user: UserID
    }

    mutating func add(
        _ kind: EventKind,
        app: AppID,
        user: UserID? = nil,
        _ subject: Event.Subject = .none,
        _ detail: EventDetail = .none
    ) {
        events.append(Event(kind, app: app, user: user, subject, detail))
    }

    /// Drops what was added after the first so many events: the part of the change that added it was undone.
    mutating func undo(to count: Int) { events.removeSubrange(count...) }

    /// What is due after the events so far is leased.
    mutating func noteClaim() { isClaimed = true }

    /// Takes over what a later change did.
    mutating func append(_ later: EventBatch) {
        isClaimed = later.isClaimed || isClaimed && later.events.isEmpty
        for name in later.erased { erase(name.user, app: name.app) }
        if events.isEmpty { events = later.events } else { events += later.events }
    }

    /// Removes a user from everything that was said so far.
    mutating func erase(_ user: UserID, app: AppID) {
        erased.insert(UserName(app: app, user: user))
        for index in events.indices where events[index].app == app && events[index].user == user {
            events[index].user = nil
        }
    }
}
