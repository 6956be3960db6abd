import PealCore
import Testing

@Suite("Decisions about channels next to push and the inbox")
struct ChannelDecisionTests {
    private static let radio = Channel(rawValue: "radio")
    private static let bools = [false, true]

    /// A user with an address on the radio, in an app that can send there.
    private static func fixture(isOnByDefault: Bool = true) throws -> DecisionFixture {
        var fixture = try DecisionFixture()
        let channels = Channels([ChannelTraits(id: radio, name: "the radio", isOnByDefault: isOnByDefault)])
        fixture.catalog.installed = Providers(Providers.shipped.all, channels: channels)
        fixture.catalog.preferenceDefaults = ChannelSwitches(of: channels)
        fixture.category.defaults = ChannelSwitches(of: channels)
        fixture.recipient.channelsWithAddress = [radio]
        return fixture
    }

    private static func decider(_ fixture: DecisionFixture, isConfigured: Bool = true) -> Decider {
        Decider(
            catalog: fixture.catalog,
            type: fixture.type,
            category: fixture.category,
            available: isConfigured ? [.fcm, ProviderID(rawValue: "radio")] : [.fcm]
        )
    }

    private static func question(_ fixture: DecisionFixture, createdAt: Timestamp? = nil) -> Decider.Question {
        Decider.Question(
            trigger: fixture.trigger,
            recipient: fixture.recipient,
            zone: .utc,
            thread: "thread-1",
            createdAt: createdAt,
            now: fixture.now
        )
    }

    private static func decide(_ fixture: DecisionFixture) -> ChannelResult? {
        decider(fixture).decide(question(fixture)).channels[radio]
    }

    /// A user's switch, a mute, quiet hours, a mandatory category, and what is on by default.
    struct Case: Sendable {
        var isOn: Bool?
        var isMuted: Bool
        var isQuiet: Bool
        var isMandatory: Bool
        var isDefault: Bool

        /// The rules in one place, to hold the stages against.
        var expected: ChannelResult {
            let keepsOn = isMandatory && isDefault
            if !keepsOn, !(isOn ?? isDefault) { return .off(.channelDisabled) }
            if isMuted, !isMandatory { return .off(.muted) }
            // 14:00 UTC, 800 s after the fixture's instant.
            return isQuiet ? .hold(until: Timestamp(seconds: 1_000_800)) : .send
        }
    }

    static let cases: [Case] = [nil, false, true].flatMap { isOn in
        bools.flatMap { isMuted in
            bools.flatMap { isQuiet in
                bools.flatMap { isMandatory in
                    bools.map { isDefault in
                        Case(
                            isOn: isOn,
                            isMuted: isMuted,
                            isQuiet: isQuiet,
                            isMandatory: isMandatory,
                            isDefault: isDefault
                        )
                    }
                }
            }
        }
    }

    @Test("follow switch, mute, quiet hours and mandatory categories, first and late", arguments: cases)
    func stages(_ example: Case) throws {
        var fixture = try Self.fixture(isOnByDefault: example.isDefault)
        if let isOn = example.isOn {
            fixture.recipient.preferences.categories["news", default: .init()].channels["radio"] =
                .init(isOn, at: fixture.now)
            fixture.recipient.preferences.global["radio"] = .init(true, at: fixture.now)
        }
        if example.isMuted {
            let id = MuteID(UUIDv7(milliseconds: 1, random: (0, 3)))
            fixture.recipient.mutes = [Mute(id: id, scope: .all, until: nil, createdAt: fixture.now)]
        }
        if example.isQuiet { fixture.catalog.quietHours = fixture.quiet() }
        if example.isMandatory { fixture.category.mandatory = .always }
        #expect(Self.decide(fixture) == example.expected)
        let late = Self.decider(fixture).reconsider(
            Self.radio,
            Self.question(fixture, createdAt: fixture.now),
            expiresAt: fixture.now + .seconds(3_600)
        )
        #expect(late == example.expected)
    }

    @Test("use no channel without an address, without a client, for a silent type, or when nothing is used at all")
    func off() throws {
        var fixture = try Self.fixture()
        fixture.recipient.channelsWithAddress = []
        #expect(Self.decide(fixture) == .off(.noDevice))
        fixture = try Self.fixture()
        let unused = Self.decider(fixture, isConfigured: false).decide(Self.question(fixture))
        #expect(unused.channels[Self.radio] == .off(.noDevice))
        fixture.type.silent = true
        #expect(Self.decide(fixture) == .off(.channelDisabled))
        fixture = try Self.fixture()
        fixture.recipient.user = nil
        #expect(Self.decide(fixture) == .off(.unknownUser))
        fixture = try Self.fixture()
        fixture.recipient.preferences.categories["news"] = .init(enabled: .init(false, at: fixture.now))
        #expect(Self.decide(fixture) == .off(.categoryDisabled))
        fixture.category.toggle = .push
        #expect(Self.decide(fixture) == .off(.categoryDisabled), "the switch of pushes is that of other channels too")
    }

    @Test("leave one entry each in the trace, and none when the installation has no channels")
    func trace() throws {
        let fixture = try Self.fixture()
        let decision = Self.decider(fixture).decide(Self.question(fixture))
        #expect(decision.trace.steps.compactMap(\.channel) == [Self.radio])
        #expect(decision.trace.steps.last?.channel == nil, "the last entry is the result for push and the inbox")
        let plain = try DecisionFixture().decide()
        #expect(plain.channels.isEmpty)
        #expect(plain.trace.steps == decision.trace.steps.filter { $0.channel == nil })
    }

    @Test("leave alone what a push that is decided again has nothing to do with")
    func release() throws {
        let fixture = try Self.fixture()
        let again = Self.decider(fixture).decide(Self.question(fixture, createdAt: fixture.now))
        #expect(again.channels.isEmpty)
        #expect(again.trace.steps.allSatisfy { $0.channel == nil })
    }

    static let verdicts: [(InAppResult, PushResult, ChannelResult, Verdict)] = [
        (.hide(.channelDisabled), .suppress(.noDevice), .send, .notified),
        (.hide(.channelDisabled), .suppress(.noDevice), .hold(until: Timestamp(seconds: 1)), .held),
        (.hide(.channelDisabled), .suppress(.noDevice), .off(.muted), .suppressed),
        (.hide(.channelDisabled), .hold(until: Timestamp(seconds: 1)), .send, .notified),
        (.hide(.channelDisabled), .suppress(.digested), .hold(until: Timestamp(seconds: 1)), .digested),
        (.show, .suppress(.noDevice), .off(.muted), .notified),
    ]

    @Test("count for the verdict: one that is sent notifies", arguments: verdicts)
    func verdict(_ inApp: InAppResult, _ push: PushResult, _ radio: ChannelResult, _ verdict: Verdict) {
        #expect(Decision.verdict(inApp: inApp, push: push, channels: [Self.radio: radio]) == verdict)
    }

    @Test("hold no longer than until the notification expires")
    func expiry() throws {
        var fixture = try Self.fixture()
        fixture.catalog.quietHours = fixture.quiet()
        fixture.type.ttl = .seconds(60)
        #expect(Self.decide(fixture) == .hold(until: fixture.now + .seconds(60)))
    }
}
