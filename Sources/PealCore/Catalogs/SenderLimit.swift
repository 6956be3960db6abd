/// How much a sender may say in a stretch of the calendar (R160, C17).
public struct SenderLimit: Sendable, Equatable {
    /// The name in answers, for example `announcement-day`.
    public var id: String
    /// The types that count together.
    public var types: [TypeID]
    /// Whose triggers count together.
    public var scope: Scope
    /// How many may be sent in one window.
    public var max: Int
    /// The window on the calendar.
    public var per: CalendarUnit
    /// Whose calendar it is.
    public var zone: ZoneChoice
    /// What happens to one too many.
    public var onExceed: Excess
    /// The text of a digest of them.
    public var copy: DigestCopy

    /// Whose triggers count together.
    public enum Scope: String, Sendable, CaseIterable {
        /// The outermost ancestor of the trigger's entity.
        case org
        /// Who made it happen.
        case actor
    }

    /// Whose calendar a window is cut from.
    public enum ZoneChoice: Sendable, Equatable {
        /// The zone of the outermost ancestor, or the app's when it has none.
        case org
        /// The app's.
        case app
        /// A zone by its IANA name.
        case named(String)
    }

    /// What happens to one too many.
    public enum Excess: String, Sendable, CaseIterable {
        /// It is refused with the limit's name and the end of its window.
        case reject
        /// It waits for the first later window that has quota left.
        case queue
        /// It is accepted, and its pushes are digested until the window ends.
        case digest
    }

    /// How many windows ahead `queue` looks for quota; beyond them it rejects as well.
    public static let farthestWindow = 62

    /// Sets a limit.
    public init(
        id: String,
        types: [TypeID],
        scope: Scope,
        max: Int,
        per: CalendarUnit,
        zone: ZoneChoice,
        onExceed: Excess,
        copy: DigestCopy = DigestCopy()
    ) {
        self.id = id
        self.types = types
        self.scope = scope
        self.max = max
        self.per = per
        self.zone = zone
        self.onExceed = onExceed
        self.copy = copy
    }
}
