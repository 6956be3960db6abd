import PealTesting
import Synchronization
import Testing

@testable import PealProviderKit

/// P1 for services that are reached through the HTTP client: FCM, Expo and Web Push speak HTTP/2 as well.
@Suite("A client whose connections went silent")
struct RenewingTransportTests {
    /// Clients that are made one after the other; each answers as the test says, by its number from 1.
    private final class Clients: Sendable {
        let made = Mutex(0)
        let ended = Mutex<[Int]>([])
        let answer: @Sendable (_ client: Int, HTTPCall) async -> HTTPResult

        init(_ answer: @escaping @Sendable (_ client: Int, HTTPCall) async -> HTTPResult) { self.answer = answer }

        func make() -> RetirableClient {
            let number = made.withLock { count in
                count += 1
                return count
            }
            let network = ScriptedTransport { [answer] call in await answer(number, call) }
            return RetirableClient(network.transport) { [self] in ended.withLock { $0.append(number) } }
        }
    }

    private static func call(_ url: String = "https://push.example/send") -> HTTPCall {
        HTTPCall(url: url, headers: [], body: [], timeout: .seconds(120))
    }

    @Test(
        "is replaced after a call that timed out with nothing answered meanwhile",
        arguments: ["deadline-exceeded", "read-timeout"]
    )
    func silent(_ reason: String) async {
        let clients = Clients { client, _ in
            client == 1 ? .answerLost(reason: reason) : .answered(HTTPAnswer(status: 200))
        }
        let renewing = RenewingTransport(making: clients.make)
        #expect(await renewing.transport.send(Self.call()).isLost)
        #expect(clients.ended.withLock { $0 } == [1])
        #expect(await !renewing.transport.send(Self.call()).isLost)
        #expect(clients.made.withLock { $0 } == 2)
        await renewing.shutDown()
        #expect(clients.ended.withLock { $0 } == [1, 2])
        guard case .notSent("shut-down") = await renewing.transport.send(Self.call()) else {
            Issue.record("a call was sent after the end")
            return
        }
    }

    @Test(
        "stays where a call failed otherwise: then the connection ended, or never began",
        arguments: [
            HTTPResult.answerLost(reason: "remote-connection-closed"), .answerLost(reason: "cancelled"),
            .notSent(reason: "deadline-exceeded"), .answered(HTTPAnswer(status: 503)),
        ]
    )
    func other(_ result: HTTPResult) async {
        let clients = Clients { _, _ in result }
        let renewing = RenewingTransport(making: clients.make)
        for _ in 0..<3 { _ = await renewing.transport.send(Self.call()) }
        #expect(clients.made.withLock { $0 } == 1)
        await renewing.shutDown()
    }

    @Test("stays where others were answered meanwhile, and is replaced once however many time out together")
    func company() async {
        let (gate, opened) = AsyncStream.makeStream(of: Void.self)
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        let clients = Clients { client, call in
            if call.url.hasSuffix("/slow") || client == 1 && call.url.hasPrefix("https://dead.example") {
                arrived.yield()
                for await _ in gate { break }
                return .answerLost(reason: "deadline-exceeded")
            }
            return .answered(HTTPAnswer(status: 200))
        }
        let renewing = RenewingTransport(making: clients.make)
        async let slow = renewing.transport.send(Self.call("https://push.example/slow"))
        for await _ in arrivals { break }
        // Another origin's answer says nothing of this one; this origin's does.
        _ = await renewing.transport.send(Self.call())
        opened.yield()
        #expect(await slow.isLost)
        #expect(clients.made.withLock { $0 } == 1)

        await withTaskGroup(of: Void.self) { group in
            for number in 0..<5 {
                group.addTask { _ = await renewing.transport.send(Self.call("https://dead.example/\(number)")) }
            }
            _ = await renewing.transport.send(Self.call())
            opened.finish()
        }
        #expect(clients.made.withLock { $0 } == 2)
        #expect(clients.ended.withLock { $0 } == [1])
        await renewing.shutDown()
    }
}

extension HTTPResult {
    fileprivate var isLost: Bool { if case .answerLost = self { true } else { false } }
}
