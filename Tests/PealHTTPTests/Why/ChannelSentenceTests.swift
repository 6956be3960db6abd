import PealCore
import PealEngine
import Testing

@Suite("Why, in sentences about channels next to push and the inbox")
struct ChannelSentenceTests {
    private static let sms = Trace.Detail.channel(Channel(rawValue: "sms"))

    static let sentences: [(Trace.Step, String)] = [
        (.init(.route, .pass, nil, sms), "Sent in the channel sms."),
        (.init(.quietHours, .hold, .quietHours, sms), "Quiet hours: what the channel sms sends waits until they end."),
        (
            .init(.preference, .stop, .channelDisabled, sms),
            "Nothing is sent in the channel sms, because the user switched it off, for this category or for all."
        ),
        (
            .init(.type, .stop, .channelDisabled, sms),
            "Nothing is sent in the channel sms, because the type shows nothing."
        ),
        (
            .init(.device, .stop, .noDevice, sms),
            "Nothing is sent in the channel sms, because the app does not use it, or the user has no address there."
        ),
        (.init(.mute, .stop, .muted, sms), "Nothing is sent in the channel sms, because the user muted it."),
    ]

    @Test("a channel has a sentence of its own", arguments: sentences)
    func sentence(_ step: Trace.Step, _ text: String) {
        #expect(Why.steps(of: Trace([step]), push: .send([])).map(\.sentence) == [text])
    }

    @Test("what is said of push does not change")
    func push() {
        let held = Trace.Step(.quietHours, .hold, .quietHours, Self.sms)
        let route = Trace.Step(.route, .pass, nil, .devices(1))
        let with = Why.steps(of: Trace([held, route]), push: .send([]))
        #expect(with.last?.sentence == Why.steps(of: Trace([route]), push: .send([])).last?.sentence)
        #expect(Why.channel(.hold(until: Timestamp(seconds: 1)), trace: Trace([held])).reason == .quietHours)
        let digest = Why.channel(.digest(until: Timestamp(seconds: 1)), trace: Trace([held]))
        #expect(digest.reason == .digested, "the hold of the channel is not the push's")
    }
}
