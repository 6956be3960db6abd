import PealCore
import PealEngine
import Testing

@Suite("Every sentence of why")
struct StepSentenceRulesTests {
    /// One of each kind.
    private static let details: [Trace.Detail?] = [
        nil, StepSentenceTests.window, .typeRemoved, .actor(.user), .audience(.members), .roles(["a", "b"]), .inAppOff,
        .channels([.push]),
        .mute(.all), .mute(.category("c")), .mute(.thread("t")), .devices(2), .unservedDevices(2), .capability("c"),
        .userActive, .viewing("c1"), .push(1, of: 2), .limit(2, per: .seconds(60)), .individual, .senderLimit,
        .digestKey("k"),
        .firstOfDigest, .notifications(2), .alert, .unconfirmed, .revoked(.moved), .channel(Channel(rawValue: "sms")),
    ]

    @Test("no stage, outcome and reason is without a sentence", arguments: Stage.allCases)
    func complete(stage: Stage) {
        // A code is no word: what has a hyphen or stands in brackets alone was not written for people.
        let codes = Reason.allCases.map(\.rawValue).filter { $0.contains("-") }
        var bad: [String] = []
        for outcome in Trace.Outcome.allCases {
            let pushes = [
                PushResult.send([]), .hold(until: StepSentenceTests.until), .digest(until: StepSentenceTests.until),
            ]
            for reason in [nil] + Reason.allCases.map(Optional.some) {
                for detail in Self.details {
                    let trace = Trace([.init(stage, outcome, reason, detail)])
                    // Only the sentence about a hold depends on what became of the push.
                    for push in outcome == .hold ? pushes : [.send([])] {
                        let sentence = Why.steps(of: trace, push: push).first?.sentence ?? ""
                        let isWhole = sentence.hasSuffix(".") && sentence.count > 7
                        if !isWhole || codes.contains(where: sentence.contains) {
                            bad.append("\(trace.encoded): \(sentence)")
                        }
                    }
                }
            }
        }
        #expect(bad.isEmpty)
    }

    @Test("no sentence has an instant without a zone, an error’s number or a wrong plural", arguments: [0, 1, 2])
    func readable(count: Int) {
        let details: [Trace.Detail?] = [
            nil, StepSentenceTests.window, .devices(count), .unservedDevices(count), .notifications(count),
            .push(count, of: count),
            .limit(count, per: .seconds(3600 * count)), .viewing("c1"), .senderLimit, .digestKey("k"),
        ]
        var bad: [String] = []
        for stage in Stage.allCases {
            for outcome in Trace.Outcome.allCases {
                for reason in [nil] + Reason.allCases.map(Optional.some) {
                    for detail in details {
                        for push in [
                            PushResult.hold(until: StepSentenceTests.until), .digest(until: StepSentenceTests.until),
                        ] {
                            let trace = Trace([.init(stage, outcome, reason, detail)])
                            bad += Why.steps(of: trace, push: push, companions: count).map(\.sentence)
                                .filter { !Self.isReadable($0) }
                        }
                    }
                }
            }
        }
        #expect(bad.isEmpty)
    }

    /// What only a program reads: `2027-01-15T08:00:00Z`, `PT1H`, `errno-111`, `1 devices`.
    private static func isReadable(_ sentence: String) -> Bool {
        let raw = /\d{4}-\d\d-\d\dT|\bPT\d|errno|\b1 (other )?(devices|notifications|others|hours)\b/
        return sentence.firstMatch(of: raw) == nil
    }

    @Test("a stop by a reason differs from a stop by any other", arguments: Stage.allCases)
    func distinct(stage: Stage) {
        let sentences = Reason.allCases.map { reason in
            Why.steps(of: Trace([.init(stage, .stop, reason)]), push: .suppress(reason)).first?.sentence
        }
        #expect(Set(sentences).count == Reason.allCases.count)
    }
}
