extension LintCase {
    /// Arrival replies: each names a time, a role, statuses, types and a variable that are declared.
    static let eta: [LintCase] = [
        .eta("unknown-time", "at", "{at: startAt, requests: [first]}"),
        .eta("unknown-role", "hostRole", "{hostRole: hots, requests: [first]}"),
        .eta("unknown-status", "active[1]", "{active: [confirmed, chekced-in], requests: [first]}"),
        .eta("bad-value", "active", "{active: [], requests: [first]}"),
        .eta("bad-value", "active", "{active: [confirmed, cancelled], requests: [first]}"),
        .eta("unknown-status", "checkedIn", "{checkedIn: arrived, requests: [first]}"),
        .eta("unknown-status", "cancelled", "{cancelled: canceled, requests: [first]}"),
        .eta("unknown-type", "requests[0]", "{requests: [frist]}"),
        .eta("bad-value", "requests", "{requests: []}"),
        .eta("missing-key", "requests", "{at: startsAt}"),
        .eta("bad-value", "opens", "{opens: 2, requests: [first]}"),
        .eta("bad-value", "clears", "{clears: 90d, requests: [first]}"),
        .eta("duplicate-id", "show[1]", "{show: [phone, phone], requests: [first]}"),
        .eta("unknown-key", "host", "{host: host, requests: [first]}"),
        .eta(
            "unknown-variable",
            "confirmations.runningLate",
            "{requests: [first], confirmations: {runningLate: \"{{minute}} min\"}}"
        ),
        .eta(
            "unknown-variable",
            "confirmations.onTime",
            "{requests: [first], confirmations: {onTime: \"{{minutes}} min\"}}"
        ),
        .eta(
            "unknown-variable",
            "confirmationsWithoutHost.runningLate",
            "{requests: [first], confirmationsWithoutHost: {runningLate: \"{{minute}} min\"}}"
        ),
        .eta("bad-value", "cantMakeIt", "{requests: [first], cantMakeIt: drop}"),
        .eta("unknown-type", "hostNotice", "{requests: [first], hostNotice: frist}"),
        .eta("unknown-type", "hostNotice.type", "{requests: [first], hostNotice: {type: frist}}"),
        .eta("missing-key", "hostNotice.type", "{requests: [first], hostNotice: {minutesLate: 5}}"),
        .eta(
            "bad-value",
            "hostNotice.minutesLate",
            "{requests: [first], hostNotice: {type: first, minutesLate: 0}}",
            also: ["bad-host-notice"]
        ),
        .eta("bad-host-notice", "hostNotice", "{requests: [first], hostNotice: first}"),
        .eta("missing-key", nil, "{requests: [first]}", times: "startsAt, endsAt"),
        .eta("unknown-role", nil, "{requests: [first]}", roles: "admin, guest"),
        .eta("eta-without-event", nil, "{requests: [first]}", entity: "meeting"),
    ]

    /// A case that adds an entity type with `eta`.
    /// - Parameters:
    ///   - code: the rule that must be named.
    ///   - key: the path within `eta`; `nil` is `eta` itself.
    ///   - eta: what it says.
    ///   - entity: the entity type.
    ///   - times: its times.
    ///   - roles: its roles.
    ///   - also: rules that report something, too.
    /// - Returns: the case.
    private static func eta(
        _ code: String,
        _ key: String?,
        _ eta: String,
        entity: String = "event",
        times: String = "startsAt",
        roles: String = "host",
        also: [String] = []
    ) -> LintCase {
        let path = "entities.\(entity).eta" + (key.map { ".\($0)" } ?? "")
        return LintCase(code, path, declared(eta + " # here", entity: entity, times: times, roles: roles), also: also)
    }

    /// The edit that adds an entity type with `eta`.
    static func declared(
        _ eta: String,
        entity: String = "event",
        times: String = "startsAt",
        roles: String = "host"
    ) -> (String, String) {
        (
            "categories:\n",
            """
              \(entity):
                times: [\(times)]
                roles: [\(roles)]
                memberStatuses: [confirmed, checked-in, cancelled]
                eta: \(eta)
            categories:

            """
        )
    }
}
