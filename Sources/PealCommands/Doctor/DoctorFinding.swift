/// What one check found.
struct DoctorFinding: Sendable, Equatable, Encodable {
    /// How bad it is.
    enum Level: String, Sendable, Encodable {
        case ok, warn, fail
    }

    /// How bad it is.
    var level: Level
    /// What was checked, in one word.
    var check: String
    /// What was found; when something is wrong, also how to fix it.
    var message: String

    static func ok(_ check: String, _ message: String) -> DoctorFinding {
        DoctorFinding(level: .ok, check: check, message: message)
    }

    static func warn(_ check: String, _ message: String) -> DoctorFinding {
        DoctorFinding(level: .warn, check: check, message: message)
    }

    static func fail(_ check: String, _ message: String) -> DoctorFinding {
        DoctorFinding(level: .fail, check: check, message: message)
    }
}
