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
    /// A sender limit had no quota left for it.
    case limitReached
    /// The backend had sent a trigger for the same occurrence, which the entity's changes do not withdraw.
    case duplicate
    /// All of its pushes had left when the entity changed.
    case alreadySent
    /// It made no valid trigger: a problem code, with the pointers to what is wrong.
    case invalid(String)
}

extension FiringReason: RawRepresentable {
    /// The reason of a stored code; any code that is not in the list is a problem's.
    public init(rawValue: String) {
        self =
            switch rawValue {
            case "no-time": .noTime
            case "status": .status
            case "ended": .ended
            case "moved": .moved
            case "entity-deleted": .entityDeleted
            case "no-schedule": .noSchedule
            case "too-late": .tooLate
            case "limit-reached": .limitReached
            case "duplicate": .duplicate
            case "told": .alreadySent
            default: .invalid(rawValue)
            }
    }

    /// The code that is stored and shown.
    public var rawValue: String {
        switch self {
        case .noTime: "no-time"
        case .status: "status"
        case .ended: "ended"
        case .moved: "moved"
        case .entityDeleted: "entity-deleted"
        case .noSchedule: "no-schedule"
        case .tooLate: "too-late"
        case .limitReached: "limit-reached"
        case .duplicate: "duplicate"
        case .alreadySent: "told"
        case .invalid(let code): code
        }
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
