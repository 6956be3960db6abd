import PealCore
import Testing

@Suite("What events mean for analytics")
struct AnalyticsReadingTests {
    private static let now = Timestamp(seconds: 1_800_000_000)
    private static let id = NotificationID(UUIDv7(milliseconds: 1, random: (1, 1)))
    private static let delivery = DeliveryID(
        notification: id,
        device: DeviceID(UUIDv7(milliseconds: 2, random: (2, 2)))
    )
    private static let event = EntityRef(type: "event", id: "run")

    private static func moved(_ from: DeliveryState, _ to: DeliveryState) -> Event {
        Event(.deliveryEnded, app: "a", .delivery(delivery), .moved(from: from, to: to, at: now + .seconds(2)))
    }

    private static let table: [(Event, String, [String: JSONValue])] = [
        (
            Event(.notificationPushed, app: "a", user: "u", .notification(id)), "notification_sent",
            [
                "category": .string("Kudos"), "channels": .array([.string("push")]), "userId": .string("u"),
                "notificationId": .string("\(id)"),
            ]
        ),
        (
            moved(.sending, .accepted), "notification_delivered",
            [
                "notificationId": .string("\(id)"), "channel": .string("push"), "latency": .integer(2_500),
                "proof": .string("accepted"),
            ]
        ),
        (
            moved(.sending, .failed), "notification_delivery_failed",
            ["notificationId": .string("\(id)"), "channel": .string("push"), "errorCode": .string("Unregistered")]
        ),
        (
            Event(.notificationReceived, app: "a", user: "u", .notification(id), .at(now + .seconds(3))),
            "notification_delivered",
            [
                "notificationId": .string("\(id)"), "channel": .string("push"), "latency": .integer(3_500),
                "proof": .string("confirmed"),
            ]
        ),
        (
            Event(.notificationOpened, app: "a", user: "u", .delivery(delivery), .at(now + .seconds(60))),
            "notification_opened",
            ["notificationId": .string("\(id)"), "timeSinceSent": .integer(60_000)]
        ),
        (
            Event(
                .etaChanged,
                app: "a",
                user: "u",
                .entity(event),
                .replied(.runningLate, minutesLate: 10, at: now, takenAt: now + .milliseconds(40), byAction: false)
            ),
            "eta_update_submitted",
            ["eventId": .string("run"), "status": .string("running-late"), "minutesLate": .integer(10)]
        ),
        (
            Event(.etaViewed, app: "a", user: "hana", .entity(event), .viewed(participants: 4, at: now)),
            "eta_dashboard_viewed",
            ["eventId": .string("run"), "hostId": .string("hana"), "participantCount": .integer(4)]
        ),
        (
            Event(
                .replyReceived,
                app: "a",
                user: "u",
                .notification(id),
                .acted(action: "late-10", .quickReply, EtaChoice(.runningLate, minutesLate: 10), at: now)
            ),
            "notification_action_taken",
            [
                "notificationId": .string("\(id)"), "actionType": .string("quick-reply"),
                "actionId": .string("late-10"),
                "payload": .object(["status": .string("running-late"), "minutesLate": .integer(10)]),
            ]
        ),
    ]

    @Test("Each kind becomes an event of the specification with its members", arguments: table)
    func each(_ event: Event, _ name: String, _ members: [String: JSONValue]) throws {
        let facts = AnalyticsFacts(
            notifications: [
                Self.id: AnalyticsFacts.Notification(
                    category: "kudos",
                    priority: .high,
                    createdAt: Self.now,
                    trigger: (acceptedAt: Self.now - .seconds(1), dueAt: Self.now - .milliseconds(500)),
                    isInApp: false,
                    wasHeld: false
                )
            ],
            failures: [Self.delivery: "Unregistered"]
        )
        let reading = AnalyticsReading([event], facts: facts, catalog: nil)
        let found = try #require(reading.events.first)
        #expect(reading.events.count == 1 && found.name == name)
        let named = found.members(of: "u") { $0.rawValue.capitalized(with: "K") }
        #expect(Dictionary(uniqueKeysWithValues: named.map { ($0.name, $0.value) }) == members)
        let claims = ["notification_opened", "eta_dashboard_viewed"]
        #expect(found.isClaimed == (claims.contains(name) || members["proof"] == .string("confirmed")))
    }

    @Test("What is not there any longer means nothing", arguments: table.prefix(5).map(\.0))
    func missing(_ event: Event) {
        #expect(AnalyticsReading([event], facts: AnalyticsFacts(), catalog: nil).isEmpty)
    }

    @Test("What a summary left counts once")
    func again() {
        let again = Event(.pushReleased, app: "a", user: "u", .notification(Self.id), .again)
        #expect(AnalyticsQuestion(about: [again]) == AnalyticsQuestion())
        #expect(AnalyticsQuestion(about: [Self.moved(.sending, .failed)]).failures == [Self.delivery])
    }
}

extension String {
    /// A name of a category that differs from its key.
    fileprivate func capitalized(with first: String) -> String { first + dropFirst() }
}
