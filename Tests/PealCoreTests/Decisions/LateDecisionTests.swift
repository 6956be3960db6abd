import PealCore
import Testing

@Suite("The rules, asked again before a late attempt")
struct LateDecisionTests {
    /// Something that has changed since a push was decided to be sent.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let push: PushResult
        let make: @Sendable (inout DecisionFixture, inout AudienceStatus) -> Void

        init(
            _ name: String,
            _ push: PushResult,
            _ make: @escaping @Sendable (inout DecisionFixture, inout AudienceStatus) -> Void
        ) {
            testDescription = name
            self.push = push
            self.make = make
        }

        static let sent = PushResult.send([DecisionFixture.device])

        static let all: [Change] = [
            Change("nothing", sent) { _, _ in },
            Change("the type is off", .suppress(.typeDisabled)) { fixture, _ in fixture.type.enabled = false },
            Change("the user is gone", .suppress(.unknownUser)) { fixture, _ in fixture.recipient.user = nil },
            Change("the user left the audience", .suppress(.leftAudience)) { _, audienceStatus in audienceStatus = .left
            },
            Change("the entity is deleted", .suppress(.entityDeleted)) { _, audienceStatus in
                audienceStatus = .entityDeleted
            },
            Change("the category is off", .suppress(.categoryDisabled)) { fixture, _ in
                fixture.recipient.preferences.categories["news"] = .init(enabled: .init(false, at: fixture.now))
            },
            Change("the category is off, and mandatory", sent) { fixture, _ in
                fixture.recipient.preferences.categories["news"] = .init(enabled: .init(false, at: fixture.now))
                fixture.category.mandatory = .always
            },
            Change("push is off", .suppress(.channelDisabled)) { fixture, _ in
                fixture.recipient.preferences.global["push"] = .init(false, at: fixture.now)
            },
            Change("everything is muted", .suppress(.muted)) { fixture, _ in
                let id = MuteID(UUIDv7(milliseconds: 1, random: (0, 9)))
                fixture.recipient.mutes = [Mute(id: id, scope: .all, until: nil, createdAt: fixture.now)]
            },
            Change("permission is denied", .suppress(.permissionDenied)) { fixture, _ in
                fixture.recipient.devices[0].permission = .denied
            },
            Change("the user logged out", .suppress(.noDevice)) { fixture, _ in fixture.recipient.devices = [] },
            Change("quiet hours began", .hold(until: Timestamp(seconds: 1_000_800))) { fixture, _ in
                fixture.catalog.quietHours = fixture.quiet()
            },
            Change("quiet hours began, which drop pushes", .suppress(.quietHours)) { fixture, _ in
                fixture.catalog.quietHours = fixture.quiet(action: .drop)
            },
            Change("quiet hours began, and the type bypasses them", sent) { fixture, _ in
                fixture.catalog.quietHours = fixture.quiet()
                fixture.type.bypass = [.quietHours]
            },
            Change("a throttle was reached, which has counted it", sent) { fixture, _ in
                fixture.type.throttle = ThrottleRule(max: 1, per: .seconds(60), onExceed: .digest, window: .seconds(60))
            },
        ]
    }

    @Test("What has changed ends a late push, lets it wait, or lets it go", arguments: Change.all)
    func reconsidered(_ change: Change) throws {
        var fixture = try DecisionFixture()
        var audienceStatus = AudienceStatus.recipient
        change.make(&fixture, &audienceStatus)
        let decision = fixture.reconsider(audienceStatus)
        #expect(decision.push == change.push)
        #expect(decision.trace.steps.first == Trace.Step(.route, .release))
        if case .suppress(let reason) = change.push {
            #expect(decision.trace.steps.contains { $0.outcome == .stop && $0.reason == reason })
        }
    }

    @Test("No hold is longer than the push is worth sending")
    func expiry() throws {
        var fixture = try DecisionFixture()
        fixture.catalog.quietHours = fixture.quiet()
        let end = fixture.now + .seconds(60)
        #expect(fixture.reconsider(expiresAt: end).push == .hold(until: end))
    }

    @Test("A decision to send holds until the next quiet hours that would keep it")
    func validUntil() throws {
        var fixture = try DecisionFixture()
        #expect(fixture.decide().validUntil == nil, "no quiet hours")
        fixture.catalog.quietHours = fixture.quiet()
        fixture.now = Timestamp(seconds: 1_000_800)
        // 14:00; the next window begins at 13:00 of the next day.
        let next = Timestamp(seconds: 1_000_800 + 23 * 3_600)
        #expect(fixture.decide().validUntil == next)
        #expect(fixture.reconsider().validUntil == next)
        fixture.type.bypass = [.quietHours]
        #expect(fixture.decide().validUntil == nil)
    }

    @Test("A device that does not get the push says why")
    func obstacles() throws {
        var fixture = try DecisionFixture()
        let other = DeviceID(UUIDv7(milliseconds: 2, random: (0, 1)))
        let unknown = DeviceID(UUIDv7(milliseconds: 3, random: (0, 1)))
        fixture.recipient.devices.append(fixture.recipient.devices[0])
        fixture.recipient.devices[1].id = other
        fixture.recipient.devices[1].permission = .denied
        let decision = fixture.reconsider()
        let reasons = [DecisionFixture.device, other, unknown].map {
            fixture.decider.obstacle(of: $0, after: decision, fixture.recipient)
        }
        #expect(reasons == [nil, .permissionDenied, .noDevice])
    }

    @Test("Asked again about the same user, the rules say what a first decision says")
    func agrees() async throws {
        let plain = try DecisionFixture()
        let property = Property(cases: 1_000) { choices in
            var fixture = plain
            fixture.type.enabled = choices.integer(in: 0...9) > 0
            fixture.category.mandatory = choices.integer(in: 0...3) == 0 ? .always : .never
            let now = fixture.now
            if choices.integer(in: 0...2) == 0 {
                let isOn = choices.integer(in: 0...1) == 0
                fixture.recipient.preferences.categories["news"] = .init(enabled: .init(isOn, at: now))
            }
            if choices.integer(in: 0...3) == 0 { fixture.recipient.preferences.global["push"] = .init(false, at: now) }
            if choices.integer(in: 0...2) == 0 {
                let id = MuteID(UUIDv7(milliseconds: 1, random: (0, 9)))
                let until = now + .seconds(Int64(choices.integer(in: -5...5)))
                fixture.recipient.mutes = [Mute(id: id, scope: .all, until: until, createdAt: now)]
            }
            if choices.integer(in: 0...2) == 0 { fixture.recipient.devices[0].permission = .denied }
            if choices.integer(in: 0...1) == 0 {
                fixture.catalog.quietHours = fixture.quiet(action: choices.integer(in: 0...1) == 0 ? .defer : .drop)
            }
            if choices.integer(in: 0...3) == 0 { fixture.type.bypass = [.quietHours] }
            return fixture
        }
        var pushes: Set<String> = []
        await property.check { fixture in
            let (first, again) = (fixture.decide(), fixture.reconsider())
            try #require(first.push == again.push)
            try #require(first.validUntil == again.validUntil)
            pushes.insert("\(first.push)")
        }
        #expect(pushes.count > 3, "most decisions are the same: \(pushes)")
    }
}

extension DecisionFixture {
    fileprivate func reconsider(_ audienceStatus: AudienceStatus = .recipient, expiresAt: Timestamp? = nil) -> Decision
    {
        var question = Decider.Question(
            trigger: trigger,
            recipient: recipient,
            zone: .utc,
            thread: "thread-1",
            history: PushHistory(sends: [type.id: [now, now]]),
            createdAt: now,
            now: now
        )
        question.audienceStatus = audienceStatus
        return decider.reconsider(question, expiresAt: expiresAt ?? now + .seconds(86_400))
    }
}
