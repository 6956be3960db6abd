import Foundation
import PealCatalog
import PealCore
import PealWire
import Testing

@testable import PealHTTP
@testable import PealEngine

@Suite("Users' things as JSON")
struct UserJSONTests {
    private static let now = Timestamp(seconds: 1_800_000_000)
    private static let mute = Mute(
        id: MuteID(UUIDv7(milliseconds: 1, random: (0, 1))),
        scope: .category("kudos"),
        until: nil,
        createdAt: now
    )

    private static func text(_ body: (inout JSONWriter) -> Void) -> String {
        String(decoding: JSONWriter.bytes(body), as: UTF8.self)
    }

    private static func view(quietHours: Bool) throws -> PreferenceView {
        let window = QuietWindow(start: try #require(LocalTime("22:00")), end: try #require(LocalTime("08:00")))
        return PreferenceView(
            userID: "ann",
            categories: [
                CategoryView(
                    key: "kudos",
                    name: "kudos",
                    title: "Kudos",
                    description: "Thanks",
                    icon: "heart",
                    enabled: true,
                    channels: ChannelSwitches(push: true, email: false, inApp: true),
                    lockReason: "Required for your role"
                ),
                CategoryView(
                    key: "streakRisk",
                    name: "streak-risk",
                    title: "Streaks",
                    description: "",
                    icon: "flame",
                    enabled: false,
                    channels: ChannelSwitches(push: false, email: true, inApp: false),
                    lockReason: nil
                ),
            ],
            global: ChannelSwitches(push: false, email: true, inApp: true),
            quietHours: quietHours
                ? QuietHoursView(enabled: true, window: window, timeZone: "UTC", editable: true) : nil,
            mutes: [mute],
            version: 7,
            updatedAt: now,
            syncedAt: now + .milliseconds(5)
        )
    }

    @Test("Preferences have S0's keys and Peal's, in this order (R070, R071, R082)")
    func preferences() throws {
        let view = try Self.view(quietHours: true)
        let text = Self.text { view.write(to: &$0) }
        #expect(
            text == """
                {"userId":"ann","categories":{\
                "kudos":{"enabled":true,"channels":{"push":true,"email":false,"inApp":true},"locked":true,\
                "lockReason":"Required for your role","name":"kudos","title":"Kudos","description":"Thanks","icon":"heart"},\
                "streakRisk":{"enabled":false,"channels":{"push":false,"email":true,"inApp":false},"locked":false,\
                "name":"streak-risk","title":"Streaks","description":"","icon":"flame"}},\
                "globalSettings":{"pushEnabled":false,"emailEnabled":true,"inAppEnabled":true},\
                "quietHours":{"enabled":true,"start":"22:00","end":"08:00","timeZone":"UTC","editable":true},\
                "mutes":[{"id":"\(Self.mute.id)","scope":"category","target":"kudos","until":null,\
                "createdAt":"2027-01-15T08:00:00Z"}],\
                "enabledCount":1,"version":7,"updatedAt":"2027-01-15T08:00:00Z","syncedAt":"2027-01-15T08:00:00.005Z"}
                """
        )
    }

    @Test("An app without quiet hours has no such member")
    func noQuietHours() throws {
        let view = try Self.view(quietHours: false)
        let json = try JSONParser.parse(JSONWriter.bytes { view.write(to: &$0) })
        #expect(json.object?["quietHours"] == nil)
        #expect(json.object?["userId"]?.string == "ann")
    }

    @Test("What was read can be sent back and says the same", arguments: [true, false])
    func sentBack(quietHours: Bool) throws {
        let view = try Self.view(quietHours: quietHours)
        let rules = ReadingRules(refusesUnknownMembers: true) { $0 == "UTC" }
        let change = try PreferencesBody.read(JSONWriter.bytes { view.write(to: &$0) }, rules: rules).change(nil)
        #expect(change.global == [.push: false, .email: true, .inApp: true])
        #expect(change.categories["kudos"]?.enabled == .set(true))
        #expect(change.categories["streakRisk"]?.channels == [.push: false, .email: true, .inApp: false])
        #expect(change.quietHours?.start.value?.description == (quietHours ? "22:00" : nil))
        #expect(change.at == view.updatedAt)
    }

    @Test("A category may carry the time of its own change")
    func categoryTime() throws {
        let body =
            #"{"updatedAt":"2027-01-15T08:00:00Z","categories":{"a":{"enabled":true,"updatedAt":"2027-01-15T08:00:01Z"},"b":{}}}"#
        let rules = ReadingRules(refusesUnknownMembers: true) { _ in false }
        let change = try PreferencesBody.read(Array(body.utf8), rules: rules).change(nil)
        #expect(change.categories["a"]?.at == Self.now + .seconds(1))
        #expect(change.categories["b"]?.at == nil)
        #expect(change.at == Self.now)
    }

    static let problems: [(PreferenceProblem.Kind, ProblemCode)] = [
        (.locked, .categoryLocked), (.unknownCategory, .invalid), (.notEditable, .invalid),
        (.quietHoursOff, .featureOff),
    ]

    @Test("A refused change is 422 with its pointers, less what the path says", arguments: problems)
    func problem(kind: PreferenceProblem.Kind, code: ProblemCode) {
        let refused = PreferenceProblem(
            kind: kind,
            details: [("no", "/categories/a~1b/enabled"), ("neither", "/quietHours")]
        )
        let problem = Problem(refused, without: "/categories/a~1b")
        #expect(problem.code == code)
        #expect(problem.status == 422)
        #expect(problem.errors.map(\.pointer) == ["/enabled", "/quietHours"])
        #expect(Problem(refused, without: "").errors.map(\.pointer) == ["/categories/a~1b/enabled", "/quietHours"])
    }

    private static var device: Device {
        var device = Device(
            id: DeviceID(UUIDv7(milliseconds: 1, random: (0, 1))),
            userID: "ann",
            provider: .fcm,
            tokenHash: Array("HASHED".utf8),
            sealedToken: Array("SEALED".utf8),
            platform: .android,
            permission: .granted,
            state: .active,
            createdAt: now,
            lastSeenAt: now
        )
        device.appVersion = "1.0"
        device.capabilities = ["bluetooth": "granted"]
        return device
    }

    @Test("A device never shows its token, nor what it is kept as (R006)")
    func device() {
        #expect(
            Self.text { Self.device.write(to: &$0) } == """
                {"id":"\(Self.device.id)","state":"active","provider":"fcm","platform":"android","appVersion":"1.0",\
                "permission":"granted","capabilities":{"bluetooth":"granted"},"createdAt":"2027-01-15T08:00:00Z",\
                "lastSeenAt":"2027-01-15T08:00:00Z"}
                """
        )
    }

    @Test("An export has every part and no token")
    func export() async throws {
        let head = UserExport.Head(
            user: UserRecord(
                user: User(id: "ann", roles: ["dd"], createdAt: Self.now, updatedAt: Self.now),
                name: "Ann"
            ),
            memberships: [
                Member(entity: EntityRef(type: "event", id: "e1"), userID: "ann", role: "host", updatedAt: Self.now)
            ],
            replies: [],
            actions: [],
            owned: [EntityRef(type: "report", id: "r1")],
            devices: [Self.device],
            addresses: [
                ExportedAddress(
                    ChannelAddress(
                        user: "ann",
                        channel: Channel(rawValue: "radio"),
                        sealed: Array("SEALED".utf8),
                        createdAt: Self.now
                    ),
                    "radio:ann-1"
                )
            ],
            preferences: try Self.view(quietHours: true),
            isTruncated: true
        )
        let page = Page(items: [try Self.notification()], next: nil)
        var bytes: [UInt8] = []
        for try await chunk in head.chunks(first: page, next: { _ in page }) { bytes += chunk }
        let text = String(decoding: bytes, as: UTF8.self)
        let json = try JSONParser.parse(bytes).object ?? [:]
        #expect(Set(json.keys) == Set(ExportPart.allCases.map(\.rawValue) + ["truncated"]))
        #expect(json["owned"] == .array([.string("report/r1")]))
        #expect(json["truncated"] == .bool(true))
        #expect(text.contains("\"addresses\":[{\"channel\":\"radio\",\"address\":\"radio:ann-1\""), "\(text)")
        for kept in ["SEALED", "HASHED", Base64URL.encode(Array("SEALED".utf8)), "53454c"] {
            #expect(!text.contains(kept))
        }
    }

    static func notification() throws -> NotificationView {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let yaml = try String(contentsOf: root.appending(path: "Catalogs/gss.yaml"), encoding: .utf8)
        let catalog = try #require(CatalogReader.read(yaml: yaml, file: "gss.yaml").catalog)
        let content = NotificationContent(
            text: NotificationText(title: "T", body: "B"),
            link: "/events/e1",
            thread: "event/e1",
            locale: "en"
        )
        var item = InboxItem(
            id: NotificationID(UUIDv7(milliseconds: 1, random: (0, 1))),
            triggerID: TriggerID(UUIDv7(milliseconds: 1, random: (0, 2))),
            type: "event-reminder",
            category: "event-reminder",
            content: StoredContent(content),
            priority: .high,
            pushes: true,
            deliveryStates: [.accepted],
            createdAt: now,
            contentVersion: 1
        )
        item.entity = EntityRef(type: "event", id: "e1")
        item.acceptedAt = now
        return NotificationView(item, content: content, userID: "ann", catalog: catalog)
    }

    @Test("A notification has S0's members and Peal's (R190)")
    func notificationMembers() throws {
        let view = try Self.notification()
        let json = try JSONParser.parse(JSONWriter.bytes { view.write(to: &$0) }).object ?? [:]
        let s0 = [
            "id", "userId", "category", "title", "body", "data", "channels", "status", "actions", "priority",
            "createdAt",
        ]
        #expect(
            Set(json.keys)
                == Set(s0 + ["type", "entity", "thread", "group", "link", "alert", "trigger", "why", "acceptedAt"])
        )
        #expect(json["category"]?.string == "event-reminder")
        #expect(json["status"]?.string == "delivered")
        #expect(json["channels"] == .array([.string("push"), .string("in-app")]))
        #expect(
            json["actions"]?.array?.compactMap { $0.object?["id"]?.string }
                == ["on-time", "late-5", "late-10", "late-15", "cant-make-it"]
        )
        #expect(json["actions"]?.array?.first?.object?["type"]?.string == "quick-reply")
    }
}
