import PealCore
import Testing

@Suite("Which entries an event is worth (R211, R217)")
struct AuditRulesTests {
    private static let now = Timestamp(seconds: 1_800_000_000)
    private static let early = Timestamp(seconds: 1_700_000_000)
    private static let notification = NotificationID(UUIDv7(milliseconds: 1, random: (2, 3)))
    private static let device = DeviceID(UUIDv7(milliseconds: 4, random: (5, 6)))

    private static func record(
        _ kind: EventKind,
        _ subject: Event.Subject = .notification(notification),
        detail: EventDetail = .none,
        _ change: (inout AuditRecord) -> Void = { _ in }
    ) -> AuditRecord {
        var record = AuditRecord(Event(kind, app: "gss", subject, detail), user: 7)
        record.notification = notification
        record.category = "kudos"
        record.decidedAt = early
        record.inApp = .show
        change(&record)
        return record
    }

    private static func words(_ record: AuditRecord) -> [String] {
        AuditRules.entries(of: record, now: now).map { entry in
            let parts: [String?] = [
                entry.action.rawValue, entry.channel?.rawValue, entry.error, entry.at == now ? "now" : nil,
            ]
            return parts.compactMap(\.self).joined(separator: " ")
        }
    }

    private static let cases: [(AuditRecord, [String])] = [
        (record(.notificationPushed), ["sent inApp"]), (record(.notificationHeld), ["sent inApp"]),
        (record(.notificationPushed) { $0.inApp = .hide(.featureOff) }, ["suppressed inApp feature-off"]),
        (record(.notificationPushed) { $0.inApp = .hide(.cancelled) }, ["sent inApp"]),
        (record(.notificationPushed) { $0.inApp = nil }, []),
        (record(.notificationSuppressed) { $0.reason = .muted }, ["sent inApp", "suppressed push muted"]),
        (record(.pushEnded) { $0.reason = .expired }, ["suppressed push expired now"]),
        (record(.notificationRetracted) { $0.inApp = .hide(.cancelled) }, ["suppressed inApp cancelled now"]),
        (record(.notificationRetracted), []),
        (record(.deliveryEnded, detail: .moved(from: .sending, to: .accepted, at: early)), ["sent push"]),
        (
            record(.deliveryEnded, detail: .moved(from: .sending, to: .failed, at: early)) {
                $0.providerReason = "Unregistered"
            },
            ["failed push Unregistered"]
        ),
        (
            record(.deliveryEnded, detail: .moved(from: .sending, to: .unknown, at: early)), ["failed push unknown"]
        ),
        (
            record(.deliveryEnded, detail: .moved(from: .pending, to: .expired, at: now)) { $0.reason = .expired },
            ["suppressed push expired now"]
        ),
        (record(.deliveryEnded) { $0.reason = .muted }, ["suppressed push muted now"]),
        (record(.notificationReceived) { $0.receivedAt = early }, ["delivered push"]),
        (record(.notificationOpened) { $0.openedAt = early }, ["opened push"]),
        (record(.replyReceived, detail: .acted(action: "late-10", .quickReply, nil, at: early)), ["action-taken"]),
        (
            record(.etaChanged, detail: .replied(.onTime, minutesLate: nil, at: early, takenAt: early, byAction: true)),
            []
        ),
        (record(.etaChanged) { $0.reply = EtaReply(status: .onTime, minutesLate: nil, at: early) }, ["action-taken"]),
        (record(.mutesChanged), ["preferences-changed now"]), (record(.userErased), ["admin now"]),
        (record(.catalogPublished, .catalog(version: 3)), ["admin now"]),
        (record(.adminChanged, .note(AuditNote("key-created", at: early))), ["admin"]),
        (record(.triggerAccepted), []),
    ]

    @Test("One entry for each channel, at the time that is stored", arguments: cases)
    func each(_ record: AuditRecord, _ expected: [String]) { #expect(Self.words(record) == expected) }

    @Test("Every kind that is read is worth entries where its facts are there, and no other kind is")
    func kinds() {
        let covered = Set(Self.cases.filter { !$0.1.isEmpty }.map(\.0.event.kind))
        let others: Set<EventKind> = [.notificationDigested, .preferencesChanged, .auditClaimed]
        #expect(AuditRules.kinds == covered.union(others))
    }

    @Test("A choice is written with its values, a note with its details")
    func payloads() throws {
        var preferences = Preferences(global: ["push": .init(false, at: Self.early)], updatedAt: Self.early)
        preferences.categories["kudos"] = .init(enabled: .init(true, at: Self.early))
        let chosen = Self.record(.preferencesChanged, .none) { $0.preferences = preferences }
        let entry = try #require(AuditRules.entries(of: chosen, now: Self.now).first)
        #expect(entry.at == Self.early && entry.user == 7)
        #expect(entry.payload["global"] == .object(["push": .bool(false)]))
        #expect(entry.payload["categories"] == .object(["kudos": .object(["enabled": .bool(true)])]))
        let note = Self.record(.adminChanged, .note(AuditNote("key-created", at: Self.early, ["key": "key_1"])))
        let admin = try #require(AuditRules.entries(of: note, now: Self.now).first)
        #expect(admin.payload == ["change": .string("key-created"), "key": .string("key_1")])
    }
}
