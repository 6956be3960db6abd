import PealCore
import PealStore

/// Reads what events of the log tell the backend of their app.
struct ReadOutgoing: Sendable {
    let store: any WebhookStore & InboxStore & AuditStore
    let catalogs: CatalogLookup
    let encryption: PayloadEncryption

    /// What some events of an app tell its backend, in their order; nothing about what was deleted since.
    /// - Parameters:
    ///   - events: the events.
    ///   - app: the app.
    ///   - now: the instant it is.
    /// - Returns: what backends learn.
    /// - Throws: ``StoreError``, or what opening a text throws.
    func events(for events: [Event], app: AppID, now: Timestamp) async throws -> [OutgoingEvent] {
        let ended = Set(events.compactMap(\.endedDelivery))
        var deliveries = try await store.endedDeliveries(ended, app: app)
        var found: [OutgoingEvent] = []
        for event in events {
            switch event.kind {
            case .deliveryEnded:
                // A delivery that ended twice on one page is reported once, as it stands now.
                let delivery = event.endedDelivery.flatMap { deliveries.removeValue(forKey: $0) }
                if let one = delivery?.outgoing(at: now) { found.append(one) }
            case .replyReceived: if let one = try await acted(event, app) { found.append(one) }
            case .etaChanged: if let one = OutgoingEvent(reply: event) { found.append(one) }
            case .cancellationRequested: if let one = OutgoingEvent(cancellation: event) { found.append(one) }
            case .auditCheckpoint: if let one = try await checkpoint(event, app) { found.append(one) }
            default: break
            }
        }
        return found
    }

    /// An action that a user took, with what the catalog declares for it.
    private func acted(_ event: Event, _ app: AppID) async throws -> OutgoingEvent? {
        guard case .acted(let id, let kind, let arrival, let at) = event.detail,
            case .notification(let notification) = event.subject,
            let user = event.user,
            let item = try await store.item(notification, of: user, app: app, includesHidden: true)
        else { return nil }
        let catalog = catalogs(app, item.contentVersion) ?? catalogs(app, nil)
        var data = arrival?.members ?? [:]
        if let action = catalog?.type(item.type)?.actions.first(where: { $0.id == id }) {
            let payload = try ActionContent(of: action, in: item, encryption, app: app).payload
            if !payload.isEmpty { data["payload"] = .object(payload) }
        }
        data["kind"] = .string(kind.rawValue)
        data["action"] = .string(id)
        data["notification"] = .string(notification.description)
        data["trigger"] = .string(item.triggerID.description)
        data["type"] = .string(item.type.rawValue)
        data["category"] = .string(item.category.rawValue)
        data["user"] = .string(user.rawValue)
        if let entity = item.entity { data["entity"] = .string(entity.description) }
        return OutgoingEvent(type: .replyReceived, at: at, user: user, data: data)
    }

    private func checkpoint(_ event: Event, _ app: AppID) async throws -> OutgoingEvent? {
        guard case .checkpoint(let size) = event.subject,
            let signed = try await store.auditCheckpoints(of: app, below: size + 1, limit: 1).first, signed.size == size
        else { return nil }
        return OutgoingEvent(
            type: .auditCheckpoint,
            at: signed.at,
            data: ["size": .integer(Int64(size)), "checkpoint": .string(signed.text), "key": .string(signed.key)]
        )
    }
}

extension OutgoingEvent {
    /// A reply that came by itself; `nil` for one that an action said, which is sent as that action.
    fileprivate init?(reply event: Event) {
        guard case .replied(let status, let minutes, let at, let takenAt, byAction: false) = event.detail,
            case .entity(let ref) = event.subject, let user = event.user
        else { return nil }
        var data = EtaChoice(status, minutesLate: minutes).members
        data["user"] = .string(user.rawValue)
        data["entity"] = .string(ref.description)
        data["repliedAt"] = .string(at.rfc3339)
        self.init(type: .replyReceived, at: takenAt, user: user, data: data)
    }

    /// A participant who cannot come.
    fileprivate init?(cancellation event: Event) {
        guard case .replied(_, _, _, let takenAt, _) = event.detail, case .entity(let ref) = event.subject,
            let user = event.user
        else { return nil }
        let data: [String: JSONValue] = ["user": .string(user.rawValue), "entity": .string(ref.description)]
        self.init(type: .cancellationRequested, at: takenAt, user: user, data: data)
    }
}

extension Event {
    /// The delivery that ended; `nil` for other events, and when its user was erased.
    fileprivate var endedDelivery: DeliveryID? {
        guard kind == .deliveryEnded, case .delivery(let id) = subject else { return nil }
        return id
    }
}
