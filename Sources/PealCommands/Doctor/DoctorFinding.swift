/// What one check found.
struct DoctorFinding: Sendable, Equatable, Encodable {
    /// How bad it is.
    enum Level: String, Sendable, Encodable {
        case ok, warn, fail
    }

    /// How bad it is.
    var level: Level
    /// What was checked.
    var check: DoctorCheck
    /// What was found; when something is wrong, also how to fix it.
    var message: String

    static func ok(_ check: DoctorCheck, _ message: String) -> DoctorFinding {
        DoctorFinding(level: .ok, check: check, message: message)
    }

    static func warn(_ check: DoctorCheck, _ message: String) -> DoctorFinding {
        DoctorFinding(level: .warn, check: check, message: message)
    }

    static func fail(_ check: DoctorCheck, _ message: String) -> DoctorFinding {
        DoctorFinding(level: .fail, check: check, message: message)
    }
}

/// What `peal doctor` looks at, by the word in its line; docs/messages.md has the cause and the remedy of each.
enum DoctorCheck: String, Sendable, Encodable, CaseIterable {
    case alerts, apps, catalogs, clock, configuration, credentials, data, database, disk
    case files, keys, online, queues, review, schedules, users, webhooks, zones
}
