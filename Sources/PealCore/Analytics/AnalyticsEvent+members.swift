extension AnalyticsEvent {
    /// The members that the specification names, in its order, and after them ours.
    /// - Parameters:
    ///   - user: the user of the notification; `nil` once erased.
    ///   - name: the name of a category in the specification.
    /// - Returns: the members.
    public func members(of user: UserID?, name: (CategoryID) -> String) -> [(name: String, value: JSONValue)] {
        switch fact {
        case .preferenceUpdated(let category, let isEnabled, let channels):
            [
                ("category", category.map { .string(name($0)) } ?? .null), ("enabled", .bool(isEnabled)),
                ("channels", Self.list(channels)),
            ]
        case .sent(let id, let category, let channels):
            [
                ("category", .string(name(category))), ("channels", Self.list(channels)),
                ("userId", user.map { .string($0.rawValue) } ?? .null), ("notificationId", .string("\(id)")),
            ]
        case .delivered(let id, let channel, let latency, let proof):
            [
                ("notificationId", .string("\(id)")), ("channel", .string(channel.specifiedName)),
                ("latency", .integer(latency.wholeMilliseconds)), ("proof", .string(proof.rawValue)),
            ]
        case .opened(let id, let since):
            [("notificationId", .string("\(id)")), ("timeSinceSent", .integer(since.wholeMilliseconds))]
        case .etaSubmitted(let event, let status, let minutes):
            [
                ("eventId", .string(event.id)), ("status", .string(status.rawValue)),
                ("minutesLate", minutes.map { .integer(Int64($0)) } ?? .null),
            ]
        case .dashboardViewed(let event, let host, let participants):
            [
                ("eventId", .string(event.id)), ("hostId", host.map { .string($0.rawValue) } ?? .null),
                ("participantCount", .integer(Int64(participants))),
            ]
        case .deliveryFailed(let id, let channel, let code):
            [
                ("notificationId", .string("\(id)")), ("channel", .string(channel.specifiedName)),
                ("errorCode", .string(code)),
            ]
        case .actionTaken(let id, let action, let kind, let arrival):
            [
                ("notificationId", .string("\(id)")), ("actionType", .string(kind.rawValue)),
                ("payload", arrival.map { .object($0.payload) } ?? .null), ("actionId", .string(action)),
            ]
        }
    }

    private static func list(_ channels: [Channel]) -> JSONValue { .array(channels.map { .string($0.specifiedName) }) }
}
