import PealCore
import PealEngine

extension UserRecord {
    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", user.id.rawValue)
            writer.member("name", name)
            writer.member("locale", user.locale)
            writer.member("timeZone", user.timeZone)
            writer.member("roles", user.roles)
            writer.member("attributes", .object(attributes))
            writer.member("createdAt", user.createdAt)
            writer.member("updatedAt", user.updatedAt)
        }
    }
}

extension Entity {
    func write(to writer: inout JSONWriter, schedules: [SchedulePreview] = [], warnings: [RequestWarning] = []) {
        writer.object { writer in
            writer.member("entity", ref.description)
            writer.member("type", ref.type.rawValue)
            writer.member("id", ref.id)
            writer.member("parent", parent?.description)
            writer.member("ownerId", ownerID?.rawValue)
            writer.member("status", status)
            writer.member("timeZone", timeZone)
            writer.member("times", .object(times.mapValues { .string($0.rfc3339) }))
            writer.member("attributes", .object(attributes))
            writer.member("updatedAt", updatedAt)
            if !schedules.isEmpty {
                writer.array("schedules", schedules) { writer, schedule in
                    writer.object { writer in
                        writer.member("type", schedule.type.rawValue)
                        writer.member("dueAt", schedule.dueAt)
                        writer.member("reason", schedule.reason)
                        writer.member("expiredAt", schedule.expiredAt)
                        writer.member("expiredBy", schedule.expiredBy?.iso8601)
                    }
                }
            }
            writer.warnings(warnings)
        }
    }
}

extension Member {
    func write(to writer: inout JSONWriter, warnings: [RequestWarning] = []) {
        writer.object { writer in
            writer.member("entity", entity.description)
            writer.member("user", userID.rawValue)
            writer.member("role", role)
            writer.member("status", status)
            writer.member("attributes", .object(attributes))
            writer.member("updatedAt", updatedAt)
            writer.warnings(warnings)
        }
    }
}

extension ErasureReport {
    func write(to writer: inout JSONWriter, user: UserID, at instant: Timestamp) {
        writer.object { writer in
            writer.member("user", user.rawValue)
            writer.member("erasedAt", instant)
            writer.object("erased") { writer in
                writer.member("devices", devices)
                writer.member("notifications", notifications)
                writer.member("memberships", memberships)
                writer.member("mutes", mutes)
                writer.member("preferences", preferences ? 1 : 0)
            }
        }
    }
}
