import PealCore

/// The labels under which scheduled notifications that could not be made are counted.
struct FailedSchedules: Hashable {
    static let name = "peal_schedules_failed_total"
    static let help = "Scheduled notifications that were due and lacked a variable, or broke another rule."

    var app: AppID
    var type: TypeID

    var labels: [(String, String)] { [("app", "\(app)"), ("type", "\(type)")] }
}
