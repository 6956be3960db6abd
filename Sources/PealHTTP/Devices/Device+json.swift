import PealCore

extension Device {
    /// The token never comes back (R006).
    func write(to writer: inout JSONWriter) { writer.object { writeMembers(to: &$0) } }

    /// The same into the object around.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("id", id.description)
        writer.member("state", state.rawValue)
        writer.member("provider", provider.rawValue)
        writer.member("platform", platform.rawValue)
        writer.member("environment", environment)
        writer.member("appVersion", appVersion)
        writer.member("permission", permission.rawValue)
        writer.member("capabilities", .object(capabilities.mapValues(JSONValue.string)))
        writer.member("locale", locale)
        writer.member("timeZone", timeZone)
        writer.member("createdAt", createdAt)
        writer.member("lastSeenAt", lastSeenAt)
        writer.member("addressPendingSince", pending?.since)
    }
}
