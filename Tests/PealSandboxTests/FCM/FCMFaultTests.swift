import PealCore
import PealProviderKit
import PealTesting
import Testing

@testable import PealSandbox

@Suite("When FCM fails")
struct FCMFaultTests {
    @Test(
        "an answer becomes an outcome",
        arguments: [
            (
                #"{"status":503,"reason":"UNAVAILABLE","retryAfter":7}"#,
                SendOutcome.unavailable(reason: "UNAVAILABLE", retryAfter: .seconds(7))
            ),
            (
                #"{"status":503,"reason":"UNAVAILABLE","retryAfter":"Thu, 20 Nov 2025 18:00:30 GMT"}"#,
                .unavailable(reason: "UNAVAILABLE", retryAfter: .seconds(30))
            ),
            (#"{"status":500,"reason":"INTERNAL"}"#, .unavailable(reason: "INTERNAL", retryAfter: nil)),
            (
                #"{"status":429,"reason":"QUOTA_EXCEEDED"}"#,
                .throttled(reason: "QUOTA_EXCEEDED", retryAfter: .seconds(60), scope: .sender)
            ),
            (#"{"status":404,"reason":"UNREGISTERED"}"#, .gone(reason: "UNREGISTERED", since: nil)),
            (
                #"{"status":403,"reason":"PERMISSION_DENIED"}"#,
                .rejected(reason: "PERMISSION_DENIED", scope: .configuration)
            ),
            (
                #"{"status":401,"reason":"THIRD_PARTY_AUTH_ERROR"}"#,
                .rejected(reason: "THIRD_PARTY_AUTH_ERROR", scope: .configuration)
            ),
            (#"{"status":502,"body":"<html>Bad gateway</html>"}"#, .unavailable(reason: "HTTP_502", retryAfter: nil)),
        ]
    )
    func answers(_ answer: String, outcome: SendOutcome) async throws {
        try await FCMBench.run { bench in
            let phone = try bench.phone()
            try bench.simulator.faults.add(try Fault(text: #"{"provider":"fcm","times":1,"answer":\#(answer)}"#))
            let provider = try bench.provider()
            #expect(await provider.send(.fixture(token: phone.token)) == outcome)
            #expect(try bench.notifications(phone.id).isEmpty)
            #expect(await provider.send(.fixture(token: phone.token)).isAccepted)
            #expect(bench.simulator.faults.all.isEmpty)
        }
    }

    @Test("an answer that does not come in time is unknown")
    func timeOut() async throws {
        try await FCMBench.run { bench in
            let phone = try bench.phone()
            // The access token may take its time: it leaves a connection open for the push.
            try bench.simulator.faults.add(Fault(delay: .seconds(600)))
            // On a slow machine a time-out can end before the request is sent, which is known. Longer ones follow.
            var outcome: SendOutcome?
            for seconds in [1, 10, 100] {
                let hurried = HTTPTransport { call in
                    var call = call
                    if call.url.hasSuffix(":send") { call.timeout = .seconds(seconds) }
                    return await HTTPTransport.client(bench.client).send(call)
                }
                outcome = await (try bench.provider(transport: hurried)).send(.fixture(token: phone.token))
                guard case .unavailable = outcome else { break }
            }
            #expect(outcome == .unknown(reason: "deadline-exceeded"))
        }
    }

    @Test("a service nobody answers at is unavailable")
    func refused() async throws {
        try await FCMBench.run { bench in
            let provider = try bench.provider()
            let message = PushMessage.fixture(token: bench.simulator.makeToken(project: "demo"))
            #expect(await provider.send(message).isAccepted)
            let elsewhere = HTTPTransport { call in
                var call = call
                call.url = "http://127.0.0.1:1/"
                return await HTTPTransport.client(bench.client).send(call)
            }
            guard
                case .notSent = await elsewhere.send(HTTPCall(url: "", headers: [], body: [1], timeout: .seconds(120)))
            else {
                Issue.record("it was sent")
                return
            }
        }
    }

    @Test(
        "at its token service, nothing is sent",
        arguments: [
            (
                #"{"answer":{"status":503,"retryAfter":"9"}}"#,
                SendOutcome.unavailable(reason: "token-http-503", retryAfter: .seconds(9))
            ),
            (
                #"{"answer":{"status":400,"reason":"invalid_grant"}}"#,
                .rejected(reason: "invalid_grant", scope: .configuration)
            ),
            (#"{"reset":true}"#, .unavailable(reason: "token-remote-connection-closed", retryAfter: nil)),
        ]
    )
    func tokenService(_ fault: String, outcome: SendOutcome) async throws {
        try await FCMBench.run { bench in
            let json = #"{"match":{"endpoint":"token"},"times":1,"# + fault.dropFirst()
            try bench.simulator.faults.add(try Fault(text: json))
            let provider = try bench.provider()
            let message = PushMessage.fixture(token: bench.simulator.makeToken(project: "demo"))
            #expect(await provider.send(message) == outcome)
            #expect(bench.simulator.requestLog.counters.requests == 0)
            bench.clock.advance(by: .seconds(9))
            #expect(await provider.send(message).isAccepted)
        }
    }

    @Test(
        "a fault that is not understood is refused",
        arguments: [
            "{}", "[]", #"{"answer":{}}"#, #"{"answer":{"status":99}}"#, #"{"answer":{"status":"500"}}"#,
            #"{"delayMs":-1}"#, #"{"reset":"maybe"}"#, #"{"reset":true,"times":0}"#, #"{"reset":true,"probability":2}"#,
            #"{"reset":true,"match":7}"#, #"{"reset":true,"oops":1}"#,
            #"{"answer":{"status":500,"retryAfter":"1\r\nX-Evil: 1"}}"#,
        ]
    )
    func invalid(_ json: String) {
        #expect(throws: FaultError.self) { try Fault(text: json) }
    }
}
