import PealCore
import Testing

@Suite("The decision, stage by stage")
struct DeciderTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var change: @Sendable (inout DecisionFixture) -> Void
        var inApp: InAppResult
        var push: PushResult
        var verdict: Verdict
        var stage: Stage

        init(
            _ name: String,
            _ inApp: InAppResult,
            _ push: PushResult,
            _ verdict: Verdict,
            at stage: Stage,
            _ change: @escaping @Sendable (inout DecisionFixture) -> Void
        ) {
            testDescription = name
            self.change = change
            self.inApp = inApp
            self.push = push
            self.verdict = verdict
            self.stage = stage
        }
    }

    static let sent = PushResult.send([DecisionFixture.device])

    /// A browser of the recipient.
    private static let web = RecipientSnapshot.DeviceFacts(
        id: DeviceID(UUIDv7(milliseconds: 1, random: (0, 9))),
        provider: .fcm,
        platform: .web,
        state: .active,
        permission: .granted,
        capabilities: [:],
        locale: nil,
        timeZone: nil,
        lastSeenAt: Timestamp(seconds: 1_000_000)
    )

    static let cases: [Case] = [
        Case("nothing in the way", .show, sent, .notified, at: .route) { _ in },
        Case("type switched off", .hide(.typeDisabled), .suppress(.typeDisabled), .suppressed, at: .type) {
            $0.type.enabled = false
        },
        Case("actor of the wrong kind (R064)", .hide(.actorRule), .suppress(.actorRule), .suppressed, at: .type) {
            $0.type.condition = .actorKind([.system])
            $0.trigger.actor = .init(id: "bob", kind: .admin)
        },
        Case("nobody by that name", .hide(.unknownUser), .suppress(.unknownUser), .suppressed, at: .audience) {
            $0.recipient.user = nil
        },
        Case(
            "the actor is left out (R061)",
            .hide(.actorExcluded),
            .suppress(.actorExcluded),
            .suppressed,
            at: .audience
        ) {
            $0.trigger.actor = .init(id: "ann", kind: .user)
        },
        Case("the actor is kept where the type says so", .show, sent, .notified, at: .audience) {
            $0.trigger.actor = .init(id: "ann", kind: .user)
            $0.type.includeActor = true
        },
        Case(
            "category off (R074)",
            .hide(.categoryDisabled),
            .suppress(.categoryDisabled),
            .suppressed,
            at: .preference
        ) {
            $0.recipient.preferences.categories["news"] = .init(enabled: .init(false, at: $0.now))
        },
        Case(
            "category off whose switch is about pushes: the inbox follows its own channel (R069)",
            .show,
            .suppress(.categoryDisabled),
            .notified,
            at: .preference
        ) {
            $0.category.toggle = .push
            $0.recipient.preferences.categories["news"] = .init(enabled: .init(false, at: $0.now))
        },
        Case(
            "category off whose switch is about pushes, which are denied: the switch decides about the inbox (S0.AC6.8)",
            .hide(.categoryDisabled),
            .suppress(.categoryDisabled),
            .suppressed,
            at: .preference
        ) {
            $0.category.toggle = .push
            $0.recipient.devices[0].permission = .denied
            $0.recipient.preferences.categories["news"] = .init(enabled: .init(false, at: $0.now))
        },
        Case(
            "category off whose switch is about pushes, and no device: the switch decides about the inbox (S0.AC6.8)",
            .hide(.categoryDisabled),
            .suppress(.categoryDisabled),
            .suppressed,
            at: .preference
        ) {
            $0.category.toggle = .push
            $0.recipient.devices = []
            $0.recipient.preferences.categories["news"] = .init(enabled: .init(false, at: $0.now))
        },
        Case(
            "category off whose switch is about pushes, and its inbox off too",
            .hide(.channelDisabled),
            .suppress(.categoryDisabled),
            .suppressed,
            at: .preference
        ) {
            $0.category.toggle = .push
            $0.recipient.preferences.categories["news"] = .init(
                enabled: .init(false, at: $0.now),
                channels: ["inApp": .init(false, at: $0.now)]
            )
        },
        Case(
            "a device not seen for long is stale before a sweep says so (R011)",
            .show,
            .suppress(.noDevice),
            .notified,
            at: .device
        ) {
            $0.recipient.devices[0].lastSeenAt = $0.now - $0.catalog.staleAfter - .milliseconds(1)
        },
        Case("a device seen just within the time is not", .show, sent, .notified, at: .route) {
            $0.recipient.devices[0].lastSeenAt = $0.now - $0.catalog.staleAfter
        },
        Case("quiet hours are bypassed by those a condition names (R087)", .show, sent, .notified, at: .quietHours) {
            $0.catalog.quietHours = $0.quiet()
            $0.type.conditionalBypass = [.quietHours: .recipientOwns("session", status: ["active"])]
            $0.recipient.owned = [.init(type: "session", status: "active")]
        },
        Case(
            "mandatory for a role in groups: the same role in a ride binds nobody (R072)",
            .show,
            .suppress(.channelDisabled),
            .notified,
            at: .preference
        ) {
            $0.category.mandatory = .roles(["dd"], of: ["group"])
            $0.recipient.memberships = [MembershipRole("dd", in: "ride")]
            $0.recipient.preferences.global["push"] = .init(false, at: $0.now)
        },
        Case("push off in the category", .show, .suppress(.channelDisabled), .notified, at: .preference) {
            $0.recipient.preferences.categories["news"] = .init(channels: ["push": .init(false, at: $0.now)])
        },
        Case("master push switch off (R071)", .show, .suppress(.channelDisabled), .notified, at: .preference) {
            $0.recipient.preferences.global["push"] = .init(false, at: $0.now)
        },
        Case("inbox off, push on", .hide(.channelDisabled), sent, .notified, at: .preference) {
            $0.recipient.preferences.global["inApp"] = .init(false, at: $0.now)
        },
        Case("both channels off", .hide(.channelDisabled), .suppress(.channelDisabled), .suppressed, at: .preference) {
            $0.recipient.preferences.global = ["inApp": .init(false, at: $0.now), "push": .init(false, at: $0.now)]
        },
        Case("mandatory by role overrides everything chosen (R073)", .show, sent, .notified, at: .mandatory) {
            $0.category.mandatory = .roles(["admin"])
            $0.recipient.memberships = [MembershipRole("admin", in: "group")]
            $0.recipient.preferences.global["push"] = .init(false, at: $0.now)
            $0.recipient.preferences.categories["news"] = .init(enabled: .init(false, at: $0.now))
            $0.recipient.mutes = [Mute(id: .init(UUIDv7(high: 1, low: 1)), scope: .all, until: nil, createdAt: $0.now)]
        },
        Case(
            "mandatory for another role binds nobody",
            .hide(.categoryDisabled),
            .suppress(.categoryDisabled),
            .suppressed,
            at: .preference
        ) {
            $0.category.mandatory = .roles(["admin"])
            $0.recipient.preferences.categories["news"] = .init(enabled: .init(false, at: $0.now))
        },
        Case("muted thread (R090)", .show, .suppress(.muted), .notified, at: .mute) {
            $0.recipient.mutes = [
                Mute(id: .init(UUIDv7(high: 1, low: 1)), scope: .thread("thread-1"), until: nil, createdAt: $0.now)
            ]
        },
        Case("another thread muted", .show, sent, .notified, at: .mute) {
            $0.recipient.mutes = [
                Mute(id: .init(UUIDv7(high: 1, low: 1)), scope: .thread("thread-2"), until: nil, createdAt: $0.now)
            ]
        },
        Case("mute that has ended (R091)", .show, sent, .notified, at: .mute) {
            $0.recipient.mutes = [
                Mute(id: .init(UUIDv7(high: 1, low: 1)), scope: .all, until: $0.now, createdAt: $0.now)
            ]
        },
        Case("no device", .show, .suppress(.noDevice), .notified, at: .device) { $0.recipient.devices = [] },
        Case("disabled device counts as none (R013)", .show, .suppress(.noDevice), .notified, at: .device) {
            $0.recipient.devices[0].state = .disabled
        },
        Case("device of a provider nobody serves", .show, .suppress(.noDevice), .notified, at: .device) {
            $0.recipient.devices[0].provider = .apns
        },
        Case("permission denied (R028)", .show, .suppress(.permissionDenied), .notified, at: .device) {
            $0.recipient.devices[0].permission = .denied
        },
        Case(
            "permission denied and no inbox (R029)",
            .hide(.featureOff),
            .suppress(.permissionDenied),
            .suppressed,
            at: .device
        ) {
            $0.recipient.devices[0].permission = .denied
            $0.catalog.features.inbox = false
        },
        Case(
            "capability missing: no push, and the inbox has it (R018)",
            .show,
            .suppress(.capabilityMissing),
            .notified,
            at: .device
        ) {
            $0.type.requiredCapability = "bluetooth"
            $0.recipient.devices[0].capabilities = ["bluetooth": "denied"]
        },
        Case("capability granted", .show, sent, .notified, at: .device) {
            $0.type.requiredCapability = "bluetooth"
            $0.recipient.devices[0].capabilities = ["bluetooth": "granted"]
        },
        Case("a preferred platform without a device there: all others", .show, sent, .notified, at: .device) {
            $0.type.preferredPlatforms = [.web]
        },
        Case("a preferred platform: its devices alone", .show, .send([web.id]), .notified, at: .device) {
            $0.type.preferredPlatforms = [.web]
            $0.recipient.devices.append(web)
        },
        Case("a preferred platform that may not show pushes: all others", .show, sent, .notified, at: .device) {
            var denied = web
            denied.permission = .denied
            $0.type.preferredPlatforms = [.web]
            $0.recipient.devices.append(denied)
        },
        Case(
            "quiet hours hold the push (R087)",
            .show,
            .hold(until: Timestamp(seconds: 1_000_800)),
            .notified,
            at: .quietHours
        ) {
            $0.catalog.quietHours = $0.quiet()
        },
        Case(
            "held with no inbox is held",
            .hide(.featureOff),
            .hold(until: Timestamp(seconds: 1_000_800)),
            .held,
            at: .quietHours
        ) {
            $0.catalog.quietHours = $0.quiet()
            $0.catalog.features.inbox = false
        },
        Case("quiet hours drop", .show, .suppress(.quietHours), .notified, at: .quietHours) {
            $0.catalog.quietHours = $0.quiet(action: .drop)
        },
        Case("critical is exempt (R089)", .show, sent, .notified, at: .quietHours) {
            $0.catalog.quietHours = $0.quiet()
            $0.type.priority = PriorityRule(fallback: .critical)
        },
        Case("the type bypasses quiet hours (C06)", .show, sent, .notified, at: .quietHours) {
            $0.catalog.quietHours = $0.quiet()
            $0.type.bypass = [.quietHours]
        },
        Case(
            "mandatory does not pass quiet hours",
            .show,
            .hold(until: Timestamp(seconds: 1_000_800)),
            .notified,
            at: .quietHours
        ) {
            $0.catalog.quietHours = $0.quiet()
            $0.category.mandatory = .always
        },
        Case("the user switched quiet hours off (R088)", .show, sent, .notified, at: .quietHours) {
            $0.catalog.quietHours = $0.quiet()
            $0.recipient.preferences.quietHours.enabled = .init(false, at: $0.now)
        },
        Case(
            "a choice counts only where the app lets users choose",
            .show,
            .hold(until: Timestamp(seconds: 1_000_800)),
            .notified,
            at: .quietHours
        ) {
            $0.catalog.quietHours = $0.quiet(editable: false)
            $0.recipient.preferences.quietHours.enabled = .init(false, at: $0.now)
        },
        Case("the app has no quiet hours (R095)", .show, sent, .notified, at: .quietHours) {
            $0.catalog.quietHours = $0.quiet()
            $0.catalog.features.quietHours = false
        },
    ]

    @Test("One change, one result", arguments: cases)
    func result(_ example: Case) throws {
        var fixture = try DecisionFixture()
        example.change(&fixture)
        let decision = fixture.decide()
        #expect(decision.inApp == example.inApp)
        #expect(decision.push == example.push)
        #expect(decision.verdict == example.verdict)
        // Every stage leaves exactly one entry, in the fixed order, whatever happened before it.
        #expect(decision.trace.steps.map(\.stage) == Stage.allCases)
        let entry = decision.trace.steps.first { $0.stage == example.stage }
        if decision.push.isSend {
            #expect([.pass, .override].contains(entry?.outcome))
        } else {
            #expect([.stop, .hold].contains(entry?.outcome))
        }
    }

    @Test("A mandatory or critical push that cannot be shown raises an alert (R147)", arguments: [true, false])
    func alert(isCritical: Bool) throws {
        var fixture = try DecisionFixture()
        fixture.recipient.devices[0].permission = .denied
        fixture.type.fallback = .inApp
        if isCritical {
            fixture.type.priority = PriorityRule(fallback: .critical)
        } else {
            fixture.category.mandatory = .always
        }
        #expect(fixture.decide().isAlert)
        fixture.type.fallback = .none
        #expect(!fixture.decide().isAlert)
    }

    @Test("A normal push that cannot be shown raises none")
    func noAlert() throws {
        var fixture = try DecisionFixture()
        fixture.recipient.devices = []
        fixture.type.fallback = .inApp
        #expect(!fixture.decide().isAlert)
    }

    @Test(
        "The first matching priority rule decides, then the fallback (R100)",
        arguments: [("active", Priority.high), ("ended", .normal)]
    )
    func priority(status: String, expected: Priority) throws {
        var fixture = try DecisionFixture()
        fixture.type.priority.rules = [.init(condition: .recipientOwns("session", status: ["active"]), priority: .high)]
        fixture.recipient.owned = [.init(type: "session", status: status)]
        #expect(fixture.decide().priority == expected)
    }
}
