import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import PealCore
import PealFCM
import PealProviderKit
import PealTesting
import Testing

@testable import PealSandbox

@Suite("A simulator that runs by itself")
struct FCMControlTests {
    private static func call(
        _ bench: FCMBench,
        _ method: HTTPMethod,
        _ path: String,
        _ body: String = "",
        headers: HTTPHeaders = [:]
    ) async throws -> (status: Int, json: JSONValue) {
        var request = HTTPClientRequest(url: (bench.simulator.baseURL ?? "") + path)
        request.method = method
        request.headers = headers
        request.body = .bytes(ByteBuffer(string: body))
        let response = try await bench.client.execute(request, timeout: .seconds(120))
        let bytes = try await response.body.collect(upTo: 1 << 20)
        return (Int(response.status.code), JSONText.parse(Array(bytes.readableBytesView)) ?? .null)
    }

    @Test("is set up, told what to do and asked over HTTP")
    func session() async throws {
        try await FCMBench.run(hasControls: true) { bench in
            let account = try await Self.call(bench, .GET, "/service-account?project=demo")
            let options = try FCMOptions(
                serviceAccount: JSONText.write(account.json),
                endpoint: bench.simulator.baseURL ?? ""
            )
            let provider = FCMProvider(options: options, transport: .client(bench.client), now: { bench.clock.now })
            let made = try await Self.call(bench, .POST, "/phones/tokens", #"{"project":"demo","count":3}"#)
            #expect(made.status == 201)
            let tokens = try #require(made.json.object?["tokens"]?.array).compactMap(\.string)
            #expect(Set(tokens).count == 3)
            let added = try await Self.call(bench, .POST, "/faults", #"{"answer":{"status":503}}"#).status
            #expect(added == 204)
            #expect(
                await provider.send(.fixture(token: tokens[0])) == .unavailable(reason: "UNAVAILABLE", retryAfter: nil)
            )
            let cleared = try await Self.call(bench, .DELETE, "/faults").status
            #expect(cleared == 204)
            #expect(await provider.send(.fixture(token: tokens[0])).isAccepted)
            let requestLog = try await Self.call(bench, .GET, "/ledger")
            let items = try #require(requestLog.json.object?["items"]?.array)
            #expect(items.map { $0.object?["answer"]?.object?["status"] } == [.integer(503), .integer(200)])
            let next = try await Self.call(bench, .GET, "/ledger?since=1")
            #expect(next.json.object?["items"]?.array?.count == 1)
            #expect(try await Self.call(bench, .GET, "/counters").json.object?["accepted"] == .integer(1))
        }
    }

    @Test("obeys this machine alone")
    func guarded() async throws {
        try await FCMBench.run(hasControls: true) { bench in
            for headers: HTTPHeaders in [["Host": "evil.example"], ["Origin": "http://localhost"]] {
                let status = try await Self.call(bench, .GET, "/ledger", headers: headers).status
                #expect(status == 403)
            }
        }
        try await FCMBench.run { bench in
            let status = try await Self.call(bench, .GET, "/ledger").status
            #expect(status == 404)
        }
    }

    @Test(
        "refuses calls that make no sense",
        arguments: [
            ("/phones/tokens", "{}"), ("/phones/tokens", #"{"project":"demo","count":0}"#),
            ("/phones/tokens", #"{"project":"../x"}"#), ("/faults", "{}"),
        ]
    )
    func invalid(_ path: String, body: String) async throws {
        try await FCMBench.run(hasControls: true) { bench in
            let status = try await Self.call(bench, .POST, path, body).status
            #expect(status == 422)
        }
    }
}
