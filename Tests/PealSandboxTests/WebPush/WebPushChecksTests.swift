import PealCore
import PealProviderKit
import Testing

@testable import PealSandbox

@Suite("The Web Push simulator")
struct WebPushChecksTests {
    /// A header changed, added or (with `nil`) left out, and Mozilla's number for it.
    static let headers: [(name: String, value: String?, status: Int, errno: Int)] = [
        ("TTL", nil, 400, 111), ("TTL", "", 400, 112), ("TTL", "-1", 400, 112), ("TTL", "1.5", 400, 112),
        ("TTL", "soon", 400, 112), ("Urgency", "urgent", 400, 999), ("Urgency", "high, low", 400, 999),
        ("Topic", String(repeating: "a", count: 33), 400, 113), ("Topic", "a b", 400, 113), ("Topic", "a=", 400, 113),
        ("Content-Encoding", nil, 400, 101), ("Content-Encoding", "aesgcm", 400, 101),
        ("Authorization", nil, 401, 109), ("Authorization", "WebPush abc", 401, 109),
        ("Authorization", "vapid t=a", 401, 109),
    ]

    @Test("refuses a request with a wrong header", arguments: headers)
    func refuses(_ name: String, value: String?, status: Int, errno: Int) async throws {
        try await WebPushBench.run { bench in
            var call = try bench.request(to: try bench.subscription())
            call.headers.removeAll { $0.name == name }
            if let value { call.headers.append((name, value)) }
            let answer = try #require(await bench.transport.send(call).answer)
            #expect(answer.status == status)
            #expect(JSONText.parse(answer.body)?.object?["errno"] == .integer(Int64(errno)))
        }
    }

    @Test(
        "takes a request with the headers the standard allows",
        arguments: [
            ("TTL", "0"), ("TTL", "99999999999999999999"), ("Urgency", "very-low"), ("Urgency", nil), ("Topic", nil),
            ("Topic", String(repeating: "-", count: 32)),
        ] as [(String, String?)]
    )
    func takes(_ name: String, value: String?) async throws {
        try await WebPushBench.run { bench in
            var call = try bench.request(to: try bench.subscription())
            call.headers.removeAll { $0.name == name }
            if let value { call.headers.append((name, value)) }
            let answer = try #require(await bench.transport.send(call).answer)
            #expect(answer.status == 201)
            #expect(answer.header("location")?.hasPrefix("https://127.0.0.1:") == true)
            #expect(answer.header("ttl").flatMap { Int64($0) }.map { (0...2_592_000).contains($0) } == true)
        }
    }

    @Test("takes a push without content, which wakes the service worker")
    func empty() async throws {
        try await WebPushBench.run { bench in
            let phone = try bench.phone()
            var call = try bench.request(to: phone.token)
            call.headers.removeAll { $0.name == "Content-Encoding" }
            call.body = []
            #expect(await bench.transport.send(call).answer?.status == 201)
            #expect(try bench.simulator.phones.phone(phone.id).received == 1)
            #expect(try bench.notifications(phone.id).isEmpty)
        }
    }

    @Test("takes a message back by its address, once")
    func withdrawn() async throws {
        try await WebPushBench.run { bench in
            let phone = try bench.phone()
            try bench.simulator.phones.disconnect(phone.id)
            var addresses: [String] = []
            for topic in ["a", "b"] {
                let text = #"{"title":"\#(topic)","body":"x","peal":{"id":"\#(topic)"}}"#
                var call = try bench.request(to: phone.token, text: Array(text.utf8))
                call.headers.removeAll { $0.name == "Topic" }
                addresses.append(try #require(await bench.transport.send(call).answer?.header("location")))
            }
            var call = HTTPCall(url: addresses[0], headers: [], body: [], timeout: .seconds(120))
            call.method = "DELETE"
            #expect(await bench.transport.send(call).answer?.status == 204)
            #expect(await bench.transport.send(call).answer?.status == 404)
            try bench.simulator.phones.reconnect(phone.id)
            #expect(try bench.notifications(phone.id).map(\.id) == ["b"])
        }
    }

    @Test("refuses what is too large, what it cannot decrypt and what comes by another method")
    func bodies() async throws {
        try await WebPushBench.run { bench in
            let call = try bench.request(to: try bench.subscription())
            var cases: [(body: [UInt8], status: Int)] = [
                ([UInt8](repeating: 1, count: 4097), 413), ([UInt8](repeating: 1, count: 200), 400),
            ]
            var broken = call.body
            broken[broken.count - 1] ^= 1
            cases.append((broken, 400))
            cases.append((try bench.request(to: try bench.subscription()).body, 400))
            for (body, status) in cases {
                var call = call
                call.body = body
                #expect(await bench.transport.send(call).answer?.status == status)
            }
            var get = call
            get.method = "GET"
            #expect(await bench.transport.send(get).answer?.status == 405)
            #expect(await bench.transport.send(call).answer?.status == 201)
        }
    }
}

extension HTTPResult {
    var answer: HTTPAnswer? { if case .answered(let answer) = self { answer } else { nil } }
}
