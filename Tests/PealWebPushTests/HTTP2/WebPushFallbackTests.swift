import NIOHTTP2
import PealCore
import PealProviderKit
import PealTesting
import Synchronization
import Testing

@testable import PealSandbox

@Suite("Push services that do not speak HTTP/2")
struct WebPushFallbackTests {
    @Test("get their messages through the HTTP client, for an hour without another attempt")
    func hour() async throws {
        let calls = Mutex<[HTTPCall]>([])
        let transport = HTTPTransport { call in
            calls.withLock { $0.append(call) }
            return .answered(HTTPAnswer(status: 201))
        }
        try await PushHost.run(speaking: "http/1.1") { host in
            try await PushSender.run(exceptions: [host.url], rootPEM: host.rootPEM, transport: transport) { sender in
                let messages = (0..<50).map { PushSender.message(to: host.url, number: $0) }
                let batch = PushBatch(messages.map { PushBatch.Item($0) })
                let outcomes = try await ProviderConformance.outcomes(of: batch, sender.provider)
                #expect(outcomes.allSatisfy { $0.isAccepted })
                let sent = calls.withLock { $0 }
                #expect(Set(sent.map(\.url)).count == 50)
                #expect(Set(sent.map(\.body)).count == 50)

                let attempts = host.connections.count
                sender.clock.advance(by: .seconds(3_599))
                #expect(await sender.send(to: host.url).isAccepted)
                #expect(host.connections.count == attempts)
                sender.clock.advance(by: .seconds(1))
                #expect(await sender.send(to: host.url).isAccepted)
                #expect(host.connections.count > attempts)
                #expect(calls.withLock { $0.count } == 52)
            }
        }
    }

    @Test("do not delay messages to others of the same batch, and get no other message")
    func mixed() async throws {
        let certificate = try SandboxCertificate(random: { 13 })
        let sent = Mutex<[String]>([])
        let transport = HTTPTransport { call in
            sent.withLock { $0.append(call.url) }
            return .answered(HTTPAnswer(status: 201))
        }
        try await PushHost.run(with: certificate, speaking: "http/1.1") { old in
            try await PushHost.run(with: certificate) { new in
                let clear = "http://127.0.0.1:9"
                try await PushSender.run(
                    exceptions: [old.url, new.url, clear],
                    rootPEM: certificate.rootPEM,
                    transport: transport
                ) { sender in
                    let origins = [old.url, new.url, "https://127.0.0.1:9"]
                    let messages = (0..<60).map { PushSender.message(to: origins[$0 % 3], number: $0) }
                    let batch = PushBatch(messages.map { PushBatch.Item($0) })
                    let outcomes = try await ProviderConformance.outcomes(of: batch, sender.provider)
                    #expect(outcomes.allSatisfy { $0.isAccepted })
                    #expect(sent.withLock { $0.count } == 40)
                    #expect(!sent.withLock { $0 }.contains { $0.hasPrefix(new.url + "/") })
                }
            }
        }
    }

    @Test("may say so for a message alone, which then goes through the HTTP client")
    func messageAlone() async throws {
        let calls = Mutex(0)
        let transport = HTTPTransport { _ in
            calls.withLock { $0 += 1 }
            return .answered(HTTPAnswer(status: 201))
        }
        try await PushHost.run(acting: { _ in .reset(.http11Required) }) { host in
            try await PushSender.run(exceptions: [host.url], rootPEM: host.rootPEM, transport: transport) { sender in
                #expect(await sender.send(to: host.url).isAccepted)
                #expect(calls.withLock { $0 } == 1)
            }
        }
    }

    @Test("have their failures reported as before")
    func failure() async throws {
        let transport = HTTPTransport { _ in .answerLost(reason: "deadline-exceeded") }
        try await PushHost.run(speaking: "http/1.1") { host in
            try await PushSender.run(exceptions: [host.url], rootPEM: host.rootPEM, transport: transport) { sender in
                #expect(await sender.send(to: host.url) == .unknown(reason: "deadline-exceeded"))
            }
        }
    }
}
