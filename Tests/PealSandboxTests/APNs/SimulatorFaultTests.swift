import NIOCore
import NIOHTTP2
import PealCore
import PealTesting
import Testing

@testable import PealSandbox

@Suite("When APNs fails")
struct SimulatorFaultTests {
    @Test(
        "it answers what it was told to",
        arguments: [
            (#"{"status":503}"#, "503", "ServiceUnavailable"), (#"{"status":500}"#, "500", "InternalServerError"),
            (#"{"status":429}"#, "429", "TooManyRequests"),
            (#"{"status":503,"reason":"Shutdown"}"#, "503", "Shutdown"),
            (#"{"status":400,"reason":"IdleTimeout"}"#, "400", "IdleTimeout"),
            (#"{"status":403,"reason":"BadEnvironmentKeyIdInToken"}"#, "403", "BadEnvironmentKeyIdInToken"),
            (#"{"status":410,"reason":"ExpiredToken"}"#, "410", "ExpiredToken"),
        ]
    )
    func answers(_ answer: String, status: String, reason: String) async throws {
        try await APNsBench.run { bench in
            let phone = try bench.phone()
            let client = try await bench.connect()
            try bench.simulator.faults.add(try Fault(text: #"{"provider":"apns","times":1,"answer":\#(answer)}"#))
            let told = try await client.answer(bench.request(phone.token))
            #expect(told.status == status)
            #expect(told.reason == reason)
            let timestamp = JSONText.parse(told.body)?.object?["timestamp"]
            #expect(timestamp == (status == "410" ? .integer(bench.clock.now.milliseconds) : nil))
            #expect(try bench.shown(phone.id).isEmpty)
            #expect(try await client.answer(bench.request(phone.token)).status == "200")
            #expect(try bench.shown(phone.id) == ["ntf_1"])
        }
    }

    @Test("it says when to come again, and shows a proxy's page")
    func page() async throws {
        try await APNsBench.run { bench in
            try bench.simulator.faults.add(
                try Fault(text: #"{"answer":{"status":502,"retryAfter":9,"body":"<html>Bad gateway</html>"}}"#)
            )
            let answer = try await bench.connect().answer(bench.request(bench.simulator.makeToken(app: "demo")))
            #expect(answer.status == "502")
            #expect(answer.headers["retry-after"] == "9")
            #expect(String(decoding: answer.body, as: UTF8.self) == "<html>Bad gateway</html>")
        }
    }

    @Test("it takes a push although it says otherwise")
    func takenAnyway() async throws {
        try await APNsBench.run { bench in
            let phone = try bench.phone()
            try bench.simulator.faults.add(try Fault(text: #"{"answer":{"status":500,"accepted":true}}"#))
            #expect(try await bench.connect().answer(bench.request(phone.token)).status == "500")
            #expect(try bench.shown(phone.id) == ["ntf_1"])
        }
    }

    @Test(
        "it drops the connection, before or after it took the push",
        arguments: [("before-accept", 0, "reset"), ("after-accept", 200, "answer-lost")]
    )
    func reset(_ reset: String, status: Int, reason: String) async throws {
        try await APNsBench.run { bench in
            let phone = try bench.phone()
            let client = try await bench.connect()
            try bench.simulator.faults.add(try Fault(text: #"{"times":1,"reset":"\#(reset)"}"#))
            #expect(try await client.outcomes([bench.request(phone.token)]) == [.lost])
            try await client.channel.closeFuture.get()
            #expect(try bench.shown(phone.id).count == (status == 200 ? 1 : 0))
            let entry = try #require(bench.simulator.requestLog.entries().items.first)
            #expect(entry.status == status)
            #expect(entry.reason == reason)
        }
    }

    @Test("it breaks an answer off, and the connection stays")
    func truncated() async throws {
        try await APNsBench.run { bench in
            let phone = try bench.phone()
            let client = try await bench.connect()
            try bench.simulator.faults.add(try Fault(text: #"{"times":1,"reset":"truncated"}"#))
            let outcome = try await client.outcomes([bench.request(phone.token)])[0]
            guard case .reset(.internalError, let part) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(part.status == "200")
            #expect(try bench.shown(phone.id) == ["ntf_1"])
            #expect(try await client.answer(bench.request(phone.token)).status == "200")
        }
    }

    @Test("it answers late, and others in the meantime")
    func delay() async throws {
        try await APNsBench.run { bench in
            let client = try await bench.connect()
            let request = try bench.request(bench.simulator.makeToken(app: "demo"))
            #expect(try await client.answer(request).status == "200")
            try bench.simulator.faults.add(Fault(answer: Fault.Answer(status: 503), delay: .seconds(600), times: 1))
            let slow = try await client.start([request])
            #expect(try await client.answer(request).status == "200")
            #expect(bench.simulator.requestLog.counters.requests == 2)
            bench.release()
            #expect(try await slow[0].get().status == "503")
        }
    }

    @Test(
        "it fails for those alone that a fault is for",
        arguments: [
            #""Ride""#, #"{"title":"Ride"}"#, #"{"type":"ride","title":"Ride"}"#, #"{"phone":"phone-1"}"#,
            #"{"text":"ntf_1"}"#,
        ]
    )
    func matching(_ match: String) async throws {
        try await APNsBench.run { bench in
            let client = try await bench.connect()
            let (first, second) = (try bench.phone(), try bench.phone())
            try bench.simulator.faults.add(try Fault(text: #"{"match":\#(match),"answer":{"status":500}}"#))
            #expect(try await client.answer(bench.request(first.token)).status == "500")
            var other = try bench.request(second.token, id: "ntf_2", title: "Bus")
            other.body.replace("ride", with: "bus")
            #expect(try await client.answer(other).status == "200")
        }
    }

    @Test("it does so as often as a fault's probability says, and another provider's faults are none of its own")
    func probability() async throws {
        try await APNsBench.run { bench in
            let client = try await bench.connect()
            let request = try bench.request(bench.simulator.makeToken(app: "demo"))
            try bench.simulator.faults.add(Fault(provider: .fcm, answer: Fault.Answer(status: 500)))
            #expect(try await client.answer(request).status == "200")
            try bench.simulator.faults.add(Fault(answer: Fault.Answer(status: 500), probability: 0.5))
            let outcomes = try await client.outcomes(Array(repeating: request, count: 60))
            #expect((10...50).contains(outcomes.count { $0.status == "500" }))
        }
    }
}
