import PealCore

/// An event for backends, before it is known which webhooks receive it.
struct OutgoingEvent: Sendable, Equatable {
    /// Its type.
    var type: WebhookType
    /// When it happened.
    var at: Timestamp
    /// The user it names.
    var user: UserID?
    /// What it says: identifiers and codes, no texts.
    var data: [String: JSONValue]

    /// The JSON that is sent, as Standard Webhooks recommends it.
    var payload: [UInt8] {
        var writer = JSONWriter(reserving: 512)
        writer.beginObject()
        writer.name("type")
        writer.string(type.rawValue)
        writer.name("timestamp")
        writer.string(at.rfc3339)
        writer.name("data")
        writer.value(.object(data))
        writer.endObject()
        return writer.bytes
    }

    /// The message for one webhook.
    func message(_ id: WebhookMessageID, for webhook: WebhookID, queuedAt now: Timestamp) -> WebhookMessage {
        WebhookMessage(
            id: id,
            webhook: webhook,
            type: type,
            user: user,
            at: at,
            queuedAt: now,
            payload: payload
        )
    }
}

extension EndedDelivery {
    /// What backends learn of it; `nil` where its end is no event.
    func outgoing(at now: Timestamp) -> OutgoingEvent? {
        guard let event else { return nil }
        var data: [String: JSONValue] = [
            "delivery": .string(id.description), "notification": .string(id.notification.description),
            "device": .string(id.device.description), "trigger": .string(trigger.description),
            "user": .string(user.rawValue), "type": .string(type.rawValue), "category": .string(category.rawValue),
            "channel": .string("push"), "provider": .string(provider.rawValue), "status": .string(state.rawValue),
            "attempts": .integer(Int64(attempts)),
        ]
        if let entity { data["entity"] = .string(entity.description) }
        if let reason { data["reason"] = .string(reason.rawValue) }
        let at = (state == .accepted ? acceptedAt : triedAt) ?? now
        return OutgoingEvent(type: event, at: at, user: user, data: data)
    }
}

extension OutgoingEvent {
    /// An instrumentation event with its members; `nil` for one that backends do not get.
    /// - Parameters:
    ///   - event: the event.
    ///   - user: the user of its notification.
    ///   - name: the name of a category in the specification.
    init?(_ event: AnalyticsEvent, of user: UserID?, name: (CategoryID) -> String) {
        guard let type = WebhookType(rawValue: event.name) else { return nil }
        var data = Dictionary(event.members(of: user, name: name).map { ($0.name, $0.value) }) { first, _ in first }
        data["claimed"] = .bool(event.isClaimed)
        let named: UserID? =
            switch event.fact {
            case .sent: user
            case .dashboardViewed(_, let host, _): host
            default: nil
            }
        self.init(type: type, at: event.at, user: named, data: data)
    }
}
