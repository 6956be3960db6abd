/// Which entries an event is worth.
public enum AuditRules {
    /// The kinds of events that entries are made from.
    public static let kinds: Set<EventKind> = [
        .notificationPushed, .notificationHeld, .notificationDigested, .notificationSuppressed, .pushEnded,
        .deliveryEnded, .notificationReceived, .notificationOpened, .notificationRetracted, .etaChanged, .replyReceived,
        .preferencesChanged, .mutesChanged, .userErased, .catalogPublished, .adminChanged, .auditClaimed,
    ]

    /// The entries of an event, one for each channel that it says something about.
    /// - Parameters:
    ///   - record: the event with what is stored of its object.
    ///   - now: the instant it is, for what says no time.
    /// - Returns: one or two entries; none where what happened says nothing of a channel.
    public static func entries(of record: AuditRecord, now: Timestamp) -> [AuditEntry] {
        switch record.event.kind {
        case .notificationPushed, .notificationHeld, .notificationDigested:
            return [decided(record, now)].compactMap(\.self)
        case .notificationSuppressed:
            var push = entry(.suppressed, record, .push, at: record.decidedAt ?? now)
            push.error = record.reason?.rawValue
            return [decided(record, now), push].compactMap(\.self)
        case .pushEnded:
            var push = entry(.suppressed, record, .push, at: now)
            push.error = record.reason?.rawValue
            return [push]
        case .notificationRetracted:
            guard case .hide(let reason)? = record.inApp else { return [] }
            var inbox = entry(.suppressed, record, .inApp, at: now)
            inbox.error = reason.rawValue
            return [inbox]
        case .deliveryEnded: return [ended(record, now)]
        case .notificationReceived:
            return [entry(.delivered, record, .push, at: record.receivedAt ?? record.openedAt ?? now)]
        case .notificationOpened: return [entry(.opened, record, .push, at: record.openedAt ?? now)]
        case .etaChanged: return [replied(record, now)].compactMap(\.self)
        case .replyReceived: return [acted(record)].compactMap(\.self)
        case .preferencesChanged, .mutesChanged: return [chosen(record, now)]
        case .userErased: return [admin(AuditNote("user-erased", at: now), record)]
        case .catalogPublished:
            guard case .catalog(let version) = record.event.subject else { return [] }
            var entry = admin(AuditNote("catalog-published", at: now), record)
            entry.payload["version"] = .integer(Int64(version))
            return [entry]
        case .adminChanged:
            guard case .note(let note) = record.event.subject else { return [] }
            return [admin(note, record)]
        case .auditClaimed:
            guard case .note(let note) = record.event.subject else { return [] }
            return [AuditClaim.entry(of: note, record)]
        default: return []
        }
    }

    private static func entry(_ action: AuditAction, _ record: AuditRecord, _ channel: Channel?, at: Timestamp)
        -> AuditEntry
    {
        var entry = AuditEntry(action, record.event.kind, at: at)
        entry.user = record.user
        entry.notification = record.notification
        entry.category = record.category
        entry.channel = channel
        entry.device = record.device
        return entry
    }

    /// The inbox row is written with the decision; a row that was retracted since was shown first.
    private static func decided(_ record: AuditRecord, _ now: Timestamp) -> AuditEntry? {
        guard let inApp = record.inApp else { return nil }
        guard case .hide(let reason) = inApp, !reason.isOfRetraction else {
            return entry(.sent, record, .inApp, at: record.decidedAt ?? now)
        }
        var hidden = entry(.suppressed, record, .inApp, at: record.decidedAt ?? now)
        hidden.error = reason.rawValue
        return hidden
    }

    private static func ended(_ record: AuditRecord, _ now: Timestamp) -> AuditEntry {
        let ending = record.event.ending
        let action: AuditAction =
            switch ending?.state {
            case .accepted: .sent
            // A rule ended it, or nobody was to get it any longer.
            case .expired, .cancelled, nil: .suppressed
            default: .failed
            }
        var ended = entry(action, record, .push, at: ending?.at ?? now)
        if action != .sent { ended.error = record.providerReason ?? record.reason?.rawValue ?? ending?.state.rawValue }
        return ended
    }

    private static func acted(_ record: AuditRecord) -> AuditEntry? {
        guard case .acted(let action, _, let arrival, let at) = record.event.detail else { return nil }
        var acted = entry(.actionTaken, record, nil, at: at)
        acted.payload = arrival?.members ?? [:]
        acted.payload["action"] = .string(action)
        return acted
    }

    /// A reply that no action said: of that one, the action has the entry.
    private static func replied(_ record: AuditRecord, _ now: Timestamp) -> AuditEntry? {
        if case .replied(_, _, _, _, byAction: true) = record.event.detail { return nil }
        var replied = entry(.actionTaken, record, nil, at: record.reply?.at ?? now)
        replied.payload = record.reply.map { EtaChoice($0.status, minutesLate: $0.minutesLate).members } ?? [:]
        if case .entity(let ref) = record.event.subject { replied.payload["entity"] = .string(ref.description) }
        return replied
    }

    private static func chosen(_ record: AuditRecord, _ now: Timestamp) -> AuditEntry {
        let at = record.event.kind == .preferencesChanged ? record.preferences?.updatedAt : nil
        var chosen = entry(.preferencesChanged, record, nil, at: at ?? now)
        guard record.event.kind == .preferencesChanged, let preferences = record.preferences else {
            chosen.payload = ["mutes": .bool(true)]
            return chosen
        }
        chosen.payload["global"] = .object(preferences.global.compactMapValues { $0.value.map(JSONValue.bool) })
        chosen.payload["categories"] = .object(
            Dictionary(
                uniqueKeysWithValues: preferences.categories.map { id, choices in
                    var values = choices.channels.compactMapValues { $0.value.map(JSONValue.bool) }
                    if let enabled = choices.enabled?.value { values["enabled"] = .bool(enabled) }
                    return (id.rawValue, .object(values))
                }
            )
        )
        return chosen
    }

    private static func admin(_ note: AuditNote, _ record: AuditRecord) -> AuditEntry {
        var admin = entry(.admin, record, nil, at: note.at)
        admin.payload = note.details.mapValues { .string($0) }
        admin.payload["change"] = .string(note.name)
        return admin
    }
}

extension Reason {
    /// Whether it takes a row out of an inbox that showed it.
    fileprivate var isOfRetraction: Bool {
        switch self {
        case .cancelled, .resolvedElsewhere, .entityDeleted, .superseded, .leftAudience: true
        default: false
        }
    }
}
