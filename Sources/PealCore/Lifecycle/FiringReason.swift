/// Why a firing ended without a trigger, or why the trigger it made is not wanted any more.
public enum FiringReason: Sendable, Hashable {
    /// The entity does not carry the time.
    case noTime
    /// The entity's status is not one in which the type fires.
    case status
    /// What the entity stands for ends before the type would fire, or has ended.
    case ended
    /// The entity has another time now.
    case moved
    /// The entity was deleted.
    case entityDeleted
    /// The catalog has no such schedule any more.
    case noSchedule
    /// Its pushes would have expired.
    case tooLate
    /// A sender limit had no room for it.
    case limitReached
    /// The backend had sent a trigger for the same occurrence, which the entity's changes do not withdraw.
    case duplicate
    /// All of its pushes had left when the entity changed.
    case alreadySent
    /// It made no valid trigger: a problem code, with the pointers to what is wrong.
    case invalid(String)
}

extension FiringReason: RawRepresentable {
    private static let codes: [(Self, String)] = [
        (.noTime, "no-time"), (.status, "status"), (.ended, "ended"), (.moved, "moved"),
        (.entityDeleted, "entity-deleted"), (.noSchedule, "no-schedule"), (.tooLate, "too-late"),
        (.limitReached, "limit-reached"), (.duplicate, "duplicate"), (.alreadySent, "told"),
    ]

    /// The reason of a stored code; any code that is not in the list is a problem's.
    public init(rawValue: String) {
        self = Self.codes.first { $0.1 == rawValue }?.0 ?? .invalid(rawValue)
    }

    /// The code that is stored and shown.
    public var rawValue: String {
        if case .invalid(let code) = self { return code }
        return Self.codes.first { $0.0 == self }?.1 ?? ""
    }

    /// The reason of an entity that asks for no firing.
    public init(_ absence: ScheduleRule.Absence) {
        self =
            switch absence {
            case .noTime: .noTime
            case .status: .status
            case .ended: .ended
            }
    }
}
