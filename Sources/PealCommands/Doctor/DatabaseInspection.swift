import PealSQLite
import PealCore
import PealStore

/// What a look at the database found.
struct DatabaseInspection: Sendable {
    /// What is damaged, as the database itself says; empty when it is sound.
    var damage: [String]
    /// Whether the schema is this version's.
    var isCurrent = true
    /// The wrapped data keys.
    var dataKeys: [DataKeyRecord]
    /// The secret keys of backends; none when the schema is an older one.
    var secretKeys: [SecretKeyRecord] = []
    /// The time zones of users; none when the schema is an older one.
    var timeZones: [String] = []
    /// Scheduled notifications that could not be made; none when the schema is an older one.
    var failedSchedules: [DatabaseLook.FailedSchedule] = []
    /// The fingerprint of the root key that wraps the data keys; `nil` where no server has noted it.
    var rootKey: String?
    /// What the server keeps of its clock; `nil` when none has run.
    var clock: ClockRecord?
    /// What operators and breakers changed of queues; none when the schema is an older one.
    var queues: [QueueRecord] = []
    /// The webhooks; none when the schema is an older one.
    var webhooks: [WebhookStatus] = []
    /// The devices that are not revoked; none when the schema is an older one.
    var devices: [DeviceCount] = []
    /// The texts of the catalogs in force, by app; none when the schema is an older one.
    var catalogs: [AppID: String] = [:]
    /// The alerts that are not quiet; none when the schema is an older one.
    var alerts: [AppID: [Alert]] = [:]

    /// Looks without changing anything, beside a running server too.
    static func looking(at path: String) throws -> DatabaseInspection {
        let look = try DatabaseLook.at(path: path, mode: .production)
        return DatabaseInspection(
            damage: look.damage,
            isCurrent: look.isCurrent,
            dataKeys: look.dataKeys,
            secretKeys: look.secretKeys,
            timeZones: look.timeZones,
            failedSchedules: look.failedSchedules,
            rootKey: look.rootKey,
            clock: look.clock,
            queues: look.queues,
            webhooks: look.webhooks,
            devices: look.devices,
            catalogs: look.catalogs,
            alerts: look.alerts
        )
    }
}
