import PealCore
import PealTesting
import Testing

@testable import PealSandbox

@Suite("Faults of the simulators")
struct FaultTests {
    struct Reading: Sendable, CustomTestStringConvertible {
        var text: String
        var fault: Fault
        var testDescription: String { text }

        init(_ text: String, _ fault: Fault) {
            self.text = text
            self.fault = fault
        }
    }

    static let readings = [
        Reading(#"{"reset":true}"#, Fault(reset: .beforeAccept)),
        Reading(#"{"reset":"after-accept"}"#, Fault(reset: .afterAccept)),
        Reading(#"{"reset":"goaway","delayMs":0}"#, Fault(reset: .goAway)),
        Reading(#"{"delayMs":600000,"reset":false}"#, Fault(delay: .seconds(600))),
        Reading(
            #"{"provider":"fcm","answer":{"status":503,"retryAfter":9}}"#,
            Fault(provider: .fcm, answer: Fault.Answer(status: 503, retryAfter: "9"))
        ),
        Reading(
            #"{"answer":{"status":200,"reason":"R","body":"<b>","accepted":true},"times":1,"probability":0.25}"#,
            Fault(
                answer: Fault.Answer(status: 200, reason: "R", body: "<b>"),
                isAccepted: true,
                times: 1,
                probability: 0.25
            )
        ),
        Reading(
            #"{"reset":true,"match":"Ride","probability":1}"#,
            Fault(match: FaultMatch(text: "Ride"), reset: .beforeAccept)
        ),
        Reading(
            #"{"reset":true,"match":{"endpoint":"token","title":"T","type":"ride","phone":"phone-1","token":"abc"}}"#,
            Fault(
                match: FaultMatch(endpoint: "token", token: "abc", title: "T", type: "ride", phone: "phone-1"),
                reset: .beforeAccept
            )
        ),
        Reading(
            #"{"reset":true,"match":null,"answer":null,"times":null,"provider":null}"#,
            Fault(reset: .beforeAccept)
        ),
    ]

    @Test("are read from what a sandbox call sends", arguments: readings)
    func read(_ reading: Reading) throws { #expect(try Fault(text: reading.text) == reading.fault) }

    @Test(
        "name what is wrong with them",
        arguments: [
            ("7", "a fault is an object"), ("{}", "a fault needs an answer, a reset or a delay"),
            (#"{"delayMs":0}"#, "a fault needs an answer, a reset or a delay"),
            (#"{"reset":true,"zeal":1,"oops":1}"#, "unknown member oops"),
            (#"{"answer":{"status":600}}"#, "status is a whole number from 200 to 599"),
            (#"{"answer":{"reason":"R"}}"#, "answer is an object with a status"),
            (#"{"answer":"no"}"#, "answer is an object with a status"),
            (#"{"delayMs":600001}"#, "delayMs is a whole number from 0 to 600000"),
            (#"{"reset":true,"times":1000001}"#, "times is a whole number from 1 to 1000000"),
            (#"{"reset":true,"times":1.5}"#, "times is a whole number from 1 to 1000000"),
            (#"{"reset":true,"probability":-0.1}"#, "probability is a number from 0 to 1"),
            (#"{"reset":true,"probability":"1"}"#, "probability is a number from 0 to 1"),
            (#"{"reset":7}"#, "reset is true, before-accept, after-accept, truncated, goaway or silent"),
            (#"{"reset":true,"match":[]}"#, "match is text or an object"),
            (#"{"reset":true,"match":{"title":"a\nb"}}"#, "title is text of one line"),
            (#"{"reset":true,"provider":7}"#, "provider is text of one line"),
        ]
    )
    func refused(text: String, message: String) {
        #expect(throws: FaultError(message)) { try Fault(text: text) }
    }

    private static let request = FaultSubject(
        endpoint: "send",
        body: Array(#"{"title":"Ride","to":"abcdef"}"#.utf8),
        token: "abcdef",
        title: "Ride",
        type: "ride",
        phone: "phone-1"
    )

    @Test(
        "happen to the requests that fit everything they name",
        arguments: [
            (FaultMatch(), true), (FaultMatch(endpoint: "token"), false), (FaultMatch(text: "Rid"), true),
            (FaultMatch(text: "ride"), false), (FaultMatch(token: "abc"), true),
            (FaultMatch(token: "abcdef"), true), (FaultMatch(token: "bcd"), false),
            (FaultMatch(token: "abcdefg"), false),
            (FaultMatch(title: "Ride"), true), (FaultMatch(title: "Rid"), false), (FaultMatch(type: "ride"), true),
            (FaultMatch(type: "rides"), false), (FaultMatch(phone: "phone-1"), true),
            (FaultMatch(phone: "phone-2"), false),
            (FaultMatch(text: "Ride", token: "abc", title: "Ride", type: "ride", phone: "phone-1"), true),
            (FaultMatch(text: "Ride", token: "abc", title: "Ride", type: "ride", phone: "phone-2"), false),
        ]
    )
    func fits(_ match: FaultMatch, fits: Bool) { #expect(match.fits(Self.request) == fits) }

    @Test("that name a token, title, type or phone pass by requests without one")
    func bare() {
        let bare = FaultSubject(endpoint: "send", body: [])
        let matches = [
            FaultMatch(token: ""), FaultMatch(title: ""), FaultMatch(type: ""), FaultMatch(phone: ""),
            FaultMatch(text: "a"),
        ]
        #expect(matches.map { $0.fits(bare) } == [false, false, false, false, false])
    }

    @Test("happen as often as they say, the first that fits before the others")
    func script() throws {
        let script = FaultScript(world: .test(TestClock()))
        try script.add(Fault(provider: .apns, reset: .beforeAccept))
        try script.add(Fault(match: FaultMatch(title: "Other"), reset: .truncated))
        try script.add(Fault(reset: .afterAccept, times: 2))
        try script.add(Fault(reset: .goAway, times: 1))
        let resets = (1...4).map { _ in script.take(for: Self.request, provider: .fcm)?.reset }
        #expect(resets == [.afterAccept, .afterAccept, .goAway, nil])
        #expect(script.all.map(\.reset) == [.beforeAccept, .truncated])
        script.clear()
        #expect(script.all.isEmpty)
    }

    @Test("happen never at a probability of 0, always at 1, and are not counted off when they do not happen")
    func probability() throws {
        let script = FaultScript(world: .test(TestClock()))
        try script.add(Fault(reset: .beforeAccept, times: 1, probability: 0))
        try script.add(Fault(reset: .afterAccept, probability: 1))
        let resets = (1...20).map { _ in script.take(for: Self.request, provider: .fcm)?.reset }
        #expect(resets == Array(repeating: .afterAccept, count: 20))
        #expect(script.all.map(\.times) == [1, nil])
    }

    @Test("are a thousand at most")
    func limit() throws {
        let script = FaultScript(world: .test(TestClock()))
        for _ in 1...FaultScript.limit { try script.add(Fault(reset: .beforeAccept)) }
        #expect(throws: FaultError("more than 1000 faults are in force")) {
            try script.add(Fault(reset: .beforeAccept))
        }
        #expect(script.all.count == 1_000)
    }
}
