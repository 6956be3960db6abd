import NIOCore
import NIOHTTP2
import PealCore
import PealProviderKit
import PealTesting
import Synchronization
import Testing

@testable import PealSandbox
@testable import PealWebPush

@Suite("Connections to push services over HTTP/2")
struct WebPushConnectionsTests {
    @Test(
        "refuse a host when one of its addresses is not public",
        arguments: [
            ["127.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["2606:4700:4700::1111", "::1"], ["8.8.8.8", "::ffff:127.0.0.1"],
            ["169.254.169.254"], ["64:ff9b::7f00:1"],
        ]
    )
    func refused(_ addresses: [String]) async throws {
        let resolver = HostResolver { _ in addresses.compactMap { IPAddress($0) } }
        try await PushSender.run(resolver: resolver) { sender in
            let outcome = await sender.send(to: "https://push.example.com")
            #expect(outcome == .unavailable(reason: "no-public-address", retryAfter: nil))
        }
    }

    @Test("have a stream that the host refused tried again later, and not at once")
    func refusedStream() async throws {
        try await PushHost.run(acting: { _ in .reset(.refusedStream) }) { host in
            try await PushSender.run(exceptions: [host.url], rootPEM: host.rootPEM) { sender in
                let outcome = await sender.send(to: host.url)
                #expect(outcome == .unavailable(reason: "REFUSED_STREAM", retryAfter: nil))
            }
        }
    }

    @Test("say when a name has no address")
    func unresolved() async throws {
        try await PushSender.run(resolver: HostResolver { _ in [] }) { sender in
            let outcome = await sender.send(to: "https://push.example.com")
            #expect(outcome == .unavailable(reason: "no-public-address", retryAfter: nil))
        }
    }

    @Test("go to the address that was checked, and look the host up again for the next connection only")
    func pinned() async throws {
        try await PushHost.run(acting: { $0 == 2 ? .drop : .answer(201) }) { host in
            let lookUps = Mutex(0)
            // A name that changes its mind at every question.
            let resolver = HostResolver { _ in
                let number = lookUps.withLock { count in
                    count += 1
                    return count
                }
                return [IPAddress(number == 1 ? "127.0.0.1" : "127.0.0.2")].compactMap { $0 }
            }
            let origin = "https://localhost:\(host.port)"
            try await PushSender.run(
                exceptions: ["localhost:\(host.port)"],
                rootPEM: host.rootPEM,
                resolver: resolver
            ) { sender in
                for _ in 0..<3 { #expect(await sender.send(to: origin).isAccepted) }
                #expect(lookUps.withLock { $0 } == 1)
                guard case .unknown = await sender.send(to: origin, number: 2) else {
                    Issue.record("its answer is lost")
                    return
                }
                guard case .unavailable = await sender.send(to: origin) else {
                    Issue.record("nobody listens at the second address")
                    return
                }
                #expect(lookUps.withLock { $0 } == 2)
            }
            #expect(host.connections.count == 1)
        }
    }

    @Test("are closed for the origin that was used least recently")
    func leastRecentlyUsed() async throws {
        let certificate = try SandboxCertificate(random: { 13 })
        try await PushHost.run(with: certificate) { first in
            try await PushHost.run(with: certificate) { second in
                try await PushHost.run(with: certificate) { third in
                    let urls = [first, second, third].map(\.url)
                    try await PushSender.run(exceptions: urls, rootPEM: certificate.rootPEM, limit: 2) { sender in
                        // The first one is used again, so the second one makes room.
                        for url in [urls[0], urls[1], urls[0], urls[2]] {
                            #expect(await sender.send(to: url).isAccepted)
                            #expect(sender.connections.originCount <= 2)
                        }
                        try await #require(second.connections.first).closeFuture.get()
                        #expect(first.connections.allSatisfy { $0.isActive })
                        #expect(await sender.send(to: urls[1]).isAccepted)
                        #expect(second.connections.count == 2)
                    }
                }
            }
        }
    }

    @Test("let what is under way end before they are closed")
    func endsFirst() async throws {
        let certificate = try SandboxCertificate(random: { 13 })
        try await PushHost.run(with: certificate, acting: { _ in .hold }) { slow in
            try await PushHost.run(with: certificate) { other in
                let urls = [slow.url, other.url]
                try await PushSender.run(exceptions: urls, rootPEM: certificate.rootPEM, limit: 1) { sender in
                    async let held = sender.send(to: slow.url)
                    for await _ in slow.arrivals { break }
                    #expect(await sender.send(to: other.url).isAccepted)
                    #expect(sender.connections.originCount == 1)
                    slow.release()
                    #expect(await held.isAccepted)
                    try await #require(slow.connections.first).closeFuture.get()
                }
            }
        }
    }

    @Test("carry nothing after their end")
    func shutDown() async throws {
        let transport = HTTPTransport { _ in .notSent(reason: "shut-down") }
        try await PushHost.run { host in
            try await PushSender.run(exceptions: [host.url], rootPEM: host.rootPEM, transport: transport) { sender in
                #expect(await sender.send(to: host.url).isAccepted)
                await sender.connections.shutdown()
                #expect(await sender.send(to: host.url) == .unavailable(reason: "shut-down", retryAfter: nil))
            }
            #expect(host.connections.count == 1)
        }
    }

    @Test("are not trusted without the certificate authority of the push service")
    func untrusted() async throws {
        try await PushHost.run { host in
            try await PushSender.run(exceptions: [host.url]) { sender in
                guard case .unavailable = await sender.send(to: host.url) else {
                    Issue.record("the certificate was taken")
                    return
                }
            }
        }
    }

    @Test("cannot be made with certificates that cannot be read")
    func roots() throws {
        let options = try WebPushOptions(vapidPrivateKey: VAPIDKey.generate().secret, subject: "mailto:a@b")
        #expect(throws: WebPushConfigurationError.self) {
            try WebPushConnections(
                options: options,
                trustRootsPEM: "no certificate",
                now: { Timestamp(seconds: 0) },
                random: { 0 }
            )
        }
    }
}
