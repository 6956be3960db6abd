import Logging
import NIOHTTP1
import PealCore
import PealProviderKit
import PealTesting
import Synchronization
import Testing

@testable import PealSandbox

@Suite("The guard")
struct GuardedTransportTests {
    @Test("reaches no place by any hostile URL, even when every name leads here")
    func corpus() async throws {
        #expect(Set(HostileURLs.all).count >= 200)
        let listener = CountingListener()
        try await listener.serve { port in
            let rules = try EndpointRules(allowedHosts: nil, ports: [443, port])
            try await Self.withGuard(rules, resolver: HostResolver { _ in Self.loopback }) { transport in
                for url in HostileURLs.all {
                    let url = url.replacing("PORT", with: String(port))
                    guard case .notSent(let reason) = await transport.send(Self.call(url)),
                        [GuardedTransport.refusal, "no-public-address"].contains(reason)
                    else {
                        Issue.record("was sent or failed otherwise: \(url)")
                        continue
                    }
                }
            }
        }
        #expect(listener.connections == 0)
    }

    @Test("reaches the same place where the operator vouches for it")
    func exception() async throws {
        let listener = CountingListener()
        try await listener.serve { port in
            let rules = try EndpointRules(allowedHosts: [], exceptions: ["http://127.0.0.1:\(port)"])
            try await Self.withGuard(rules) { transport in
                #expect(await transport.send(Self.call("https://127.0.0.1:\(port)/wp/x")).status == 201)
            }
            #expect(listener.hosts == ["127.0.0.1:\(port)"])
        }
        #expect(listener.connections == 1)
    }

    @Test("does not follow a redirect", arguments: [301, 302, 303, 307, 308])
    func redirect(_ status: Int) async throws {
        let secret = CountingListener()
        try await secret.serve { secretPort in
            let open = CountingListener(
                status: .init(statusCode: status),
                location: "http://127.0.0.1:\(secretPort)/admin"
            )
            try await open.serve { port in
                let rules = try EndpointRules(
                    allowedHosts: nil,
                    exceptions: ["http://127.0.0.1:\(port)", "http://127.0.0.1:\(secretPort)"]
                )
                try await Self.withGuard(rules) { transport in
                    #expect(await transport.send(Self.call("https://127.0.0.1:\(port)/")).status == status)
                }
            }
        }
        #expect(secret.connections == 0)
    }

    @Test(
        "refuses a host when one of its addresses is not public",
        arguments: [
            ["8.8.8.8", "127.0.0.1"], ["127.0.0.1", "8.8.8.8"], ["2606:4700:4700::1111", "::1"],
            ["8.8.8.8", "::ffff:127.0.0.1"], ["169.254.169.254"], ["64:ff9b::7f00:1"],
        ]
    )
    func mixed(_ addresses: [String]) async throws {
        let resolver = HostResolver { _ in addresses.compactMap { IPAddress($0) } }
        try await Self.withGuard(.publicHosts, resolver: resolver) { transport in
            guard case .notSent("no-public-address") = await transport.send(Self.call("https://a.example/")) else {
                Issue.record("it was sent")
                return
            }
            #expect(transport.originCount == 0)
        }
    }

    @Test("connects to the address it checked, and looks again after a minute")
    func pinned() async throws {
        let first = CountingListener()
        let second = CountingListener()
        try await first.serve { port in
            try await second.serve(host: "127.0.0.2", port: port) { _ in
                let clock = TestClock()
                let lookUps = Mutex(0)
                // A name that changes its mind at every question.
                let resolver = HostResolver { _ in
                    let number = lookUps.withLock { count in
                        count += 1
                        return count
                    }
                    return [IPAddress(number == 1 ? "127.0.0.1" : "127.0.0.2")].compactMap { $0 }
                }
                let rules = try EndpointRules(allowedHosts: [], exceptions: ["http://rebind.example:\(port)"])
                try await Self.withGuard(rules, resolver: resolver, clock: clock) { transport in
                    let call = Self.call("https://rebind.example:\(port)/")
                    for _ in 0..<3 { #expect(await transport.send(call).status == 201) }
                    #expect(first.connections == 1)
                    #expect(second.connections == 0)
                    #expect(lookUps.withLock { $0 } == 1)
                    clock.advance(by: .seconds(60))
                    #expect(await transport.send(call).status == 201)
                    #expect(second.connections == 1)
                    #expect(lookUps.withLock { $0 } == 2)
                }
                #expect(first.hosts == Array(repeating: "rebind.example:\(port)", count: 3))
            }
        }
    }

    @Test(
        "goes through all addresses of a host, in one call where that is wanted, and over several calls otherwise",
        arguments: [true, false],
        [["127.0.0.1"], ["127.0.0.2", "127.0.0.1"], ["127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.1"]]
    )
    func allAddresses(_ inOneCall: Bool, _ addresses: [String]) async throws {
        let listener = CountingListener()
        try await listener.serve { port in
            let resolver = HostResolver { _ in addresses.compactMap { IPAddress($0) } }
            let rules = try EndpointRules(allowedHosts: [], exceptions: ["http://many.example:\(port)"])
            try await Self.withGuard(rules, resolver: resolver, triesAllAddresses: inOneCall) { transport in
                let call = Self.call("https://many.example:\(port)/")
                var statuses: [Int?] = []
                for _ in addresses { statuses.append(await transport.send(call).status) }
                let missed = inOneCall ? 0 : addresses.count - 1
                let expected: [Int?] = addresses.indices.map { $0 < missed ? nil : 201 }
                #expect(statuses == expected)
            }
        }
    }

    @Test("tries no address twice in a call that reaches nobody, and not the answer of a service")
    func noneAnswers() async throws {
        let listener = CountingListener(status: .internalServerError)
        try await listener.serve { port in
            let rules = try EndpointRules(
                allowedHosts: [],
                exceptions: ["http://none.example:\(port)", "http://broken.example:\(port)"]
            )
            let resolver = HostResolver { host in
                (host == "none.example" ? ["127.0.0.2", "127.0.0.3"] : ["127.0.0.1", "127.0.0.2"]).compactMap {
                    IPAddress($0)
                }
            }
            try await Self.withGuard(rules, resolver: resolver, triesAllAddresses: true) { transport in
                #expect(await transport.send(Self.call("https://none.example:\(port)/")).status == nil)
                #expect(await transport.send(Self.call("https://broken.example:\(port)/")).status == 500)
            }
        }
        #expect(listener.hosts.count == 1)
    }

    @Test("holds a certificate against the name and not against the address")
    func certificates() async throws {
        let bench = SandboxWorld(now: { TestClock().now }, wait: { _ in }, random: { 1 })
        let simulator = try APNsSimulator(
            world: bench,
            requestLog: RequestLog(),
            faults: FaultScript(world: bench),
            phones: DeviceFleet(now: { TestClock().now }),
            logger: Logger(label: "apns") { _ in SwiftLogNoOpLogHandler() }
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                do { try await simulator.run() } catch is CancellationError {}
            }
            let port = try await simulator.ready()
            let rules = try EndpointRules(
                allowedHosts: [],
                exceptions: ["localhost:\(port)", "other.example:\(port)"]
            )
            let roots = simulator.rootPEM
            // By another address, since the certificate is good for 127.0.0.1 too.
            try await Relay.serve(host: "127.0.0.2", port: port) {
                for (pem, host, isTrusted) in [
                    (String?.some(roots), "localhost", true), (roots, "other.example", false),
                    (nil, "localhost", false),
                ] {
                    let resolver = HostResolver { _ in [IPAddress("127.0.0.2")].compactMap { $0 } }
                    try await Self.withGuard(rules, resolver: resolver, roots: pem.map { Array($0.utf8) }) {
                        transport in
                        let result = await transport.send(Self.call("https://\(host):\(port)/3/device/x"))
                        #expect((result.status != nil) == isTrusted, "\(host) \(result)")
                    }
                }
            }
            group.cancelAll()
        }
    }

    @Test("forgets the origin that was used least, and lets what it sends end first")
    func eviction() async throws {
        let listener = CountingListener()
        try await listener.serve { port in
            let hosts = (0..<6).map { "h\($0).example" }
            let rules = try EndpointRules(allowedHosts: [], exceptions: hosts.map { "http://\($0):\(port)" })
            let resolver = HostResolver { _ in Self.loopback }
            try await Self.withGuard(rules, resolver: resolver, originLimit: 2) { transport in
                let answered = await withTaskGroup(of: Bool.self) { group in
                    for number in 0..<60 {
                        group.addTask {
                            await transport.send(Self.call("https://\(hosts[number % 6]):\(port)/")).status == 201
                        }
                    }
                    return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
                }
                #expect(answered == 60)
                #expect(transport.originCount <= 2)
            }
        }
    }

    @Test("looks a host up once, however many ask at the same time")
    func singleLookUp() async throws {
        let listener = CountingListener()
        try await listener.serve { port in
            let lookUps = Mutex(0)
            let resolver = HostResolver { _ in
                lookUps.withLock { $0 += 1 }
                await Task.yield()
                return Self.loopback
            }
            let rules = try EndpointRules(allowedHosts: [], exceptions: ["http://one.example:\(port)"])
            try await Self.withGuard(rules, resolver: resolver) { transport in
                await withDiscardingTaskGroup { group in
                    for _ in 0..<40 {
                        group.addTask { _ = await transport.send(Self.call("https://one.example:\(port)/")) }
                    }
                }
            }
            #expect(lookUps.withLock { $0 } == 1)
            #expect(listener.hosts.count == 40)
        }
    }

    @Test("says when a name has no address, and sends nothing after its end")
    func failures() async throws {
        struct Unknown: Error {}
        let transport = try GuardedTransport(
            rules: .publicHosts,
            resolver: HostResolver { _ in throw Unknown() },
            now: { Timestamp(seconds: 0) }
        )
        guard case .notSent("no-public-address") = await transport.send(Self.call("https://a.example/")) else {
            Issue.record("it was sent")
            return
        }
        await transport.shutDown()
        guard case .notSent("shut-down") = await transport.send(Self.call("https://a.example/")) else {
            Issue.record("it was sent")
            return
        }
    }

    @Test("asks the operating system for addresses")
    func system() async throws {
        let addresses = try await HostResolver.system.addresses(of: "localhost")
        #expect(!addresses.isEmpty)
        #expect(addresses.allSatisfy { !AddressRules.isPublic($0) })
        await #expect(throws: (any Error).self) { try await HostResolver.system.addresses(of: "no.such.invalid") }
    }

    private static let loopback = [IPAddress("127.0.0.1")].compactMap { $0 }

    private static func call(_ url: String) -> HTTPCall {
        HTTPCall(url: url, headers: [], body: [1, 2, 3], timeout: .seconds(120))
    }

    private static func withGuard(
        _ rules: EndpointRules,
        resolver: HostResolver = .system,
        clock: TestClock = TestClock(),
        originLimit: Int = 64,
        triesAllAddresses: Bool = false,
        roots: [UInt8]? = nil,
        _ body: (GuardedTransport) async throws -> Void
    ) async throws {
        let transport = try GuardedTransport(
            rules: rules,
            resolver: resolver,
            now: { clock.now },
            originLimit: originLimit,
            triesAllAddresses: triesAllAddresses,
            connectTimeout: .seconds(300),
            trustRootsPEM: roots
        )
        do {
            try await body(transport)
        } catch {
            await transport.shutDown()
            throw error
        }
        await transport.shutDown()
    }
}

extension HTTPResult {
    var status: Int? { if case .answered(let answer) = self { answer.status } else { nil } }
}
