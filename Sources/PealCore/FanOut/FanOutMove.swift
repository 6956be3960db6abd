/// Where the fan-out of a trigger stands.
public struct FanOutPosition: Sendable, Hashable {
    /// The last user of the page before; `nil` before the first.
    public var cursor: UserID?
    /// When the trigger is due.
    public var dueAt: Timestamp

    /// Joins both parts.
    public init(cursor: UserID?, dueAt: Timestamp) {
        self.cursor = cursor
        self.dueAt = dueAt
    }
}

/// How the fan-out of a trigger goes on.
public struct FanOutMove: Sendable, Equatable {
    /// Where it was when its page was read; it is expected there.
    public var from: FanOutPosition
    /// Where it goes on.
    public var to: FanOutPosition
    /// How far it has come; `nil` leaves that as it is.
    public var phase: TriggerState.Phase?
    /// How far the passes over its recipients have come; `nil` leaves that as it is.
    public var pass: LocalPass?

    /// Joins the parts.
    public init(
        from: FanOutPosition,
        to: FanOutPosition,
        phase: TriggerState.Phase? = nil,
        pass: LocalPass? = nil
    ) {
        self.from = from
        self.to = to
        self.phase = phase
        self.pass = pass
    }

    /// Makes the trigger due at a later instant, because it cannot be read now.
    public static func postponing(_ position: FanOutPosition, until instant: Timestamp) -> Self {
        Self(from: position, to: FanOutPosition(cursor: position.cursor, dueAt: instant))
    }
}

/// How far the fan-out of a trigger has come that makes several passes: it is sent at each recipient's local time, or
/// stays open for users who join its audience.
public enum LocalPass: Int, Sendable, CaseIterable {
    /// Nobody waits.
    case none
    /// The first pass over the audience is under way, and some users wait.
    case placing
    /// The first pass is over: later ones read only users who wait and whose instant has come.
    case placed
}
