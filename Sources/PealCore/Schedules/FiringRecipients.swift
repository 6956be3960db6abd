/// A time of an entity that has fired, and which users were reminded of it or of another time of the entity.
public struct FiringRecipients: Sendable, Equatable {
    /// The time.
    public var time: Timestamp
    /// What users were sent, as far as it may count.
    public var reminders: [Reminder]

    /// Times that are further apart than this are never the same occurrence.
    public static let longestAgain = Duration.seconds(86_400)

    /// Joins both parts.
    public init(time: Timestamp, reminders: [Reminder] = []) {
        self.time = time
        self.reminders = reminders
    }

    /// The users who are not decided about again.
    ///
    /// A time that moves by a little is the same occurrence for those who were reminded of it. A push that was withdrawn
    /// before it left reminded nobody.
    /// - Parameter again: how far a time has to move before it is another occurrence.
    /// - Returns: the users.
    public func reminded(again: Duration) -> Set<UserID> {
        Set(
            reminders.filter { reminder in
                reminder.time >= time - again && reminder.time <= time + again && !reminder.wasWithdrawn
            }.map(\.user)
        )
    }
}

/// A time of an entity that has fired for a user.
public struct Reminder: Sendable, Equatable {
    /// The user.
    public var user: UserID
    /// The time.
    public var time: Timestamp
    /// Whether its push was cancelled before any of it left.
    public var wasWithdrawn: Bool

    /// Says what the user was sent.
    /// - Parameters:
    ///   - user: the user.
    ///   - time: the time.
    ///   - push: what has become of the push; `nil` when that is not stored any more.
    ///   - reason: why the push ended; `nil` when it did not.
    public init(user: UserID, time: Timestamp, push: PushState?, reason: Reason?) {
        self.user = user
        self.time = time
        wasWithdrawn = push == .suppressed && reason?.isCancel == true
    }
}
