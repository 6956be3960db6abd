import Logging
import PealCore
import PealProviderKit
import PealSQL
import Synchronization
import Testing

@testable import PealEngine

@Suite("Messages about alerts")
struct AlertMessageLoopTests {
    /// A destination that answers as it is told, and the alerts of an app.
    private final class World: Sendable {
        let pipeline: PipelineWorld
        let sent = Mutex<[String]>([])
        let status = Mutex(200)
        let lines = Mutex<[String]>([])

        init(_ pipeline: PipelineWorld) { self.pipeline = pipeline }

        /// A process: its loop knows nothing of one before.
        func process() -> Engine {
            var ports = pipeline.engine.ports
            let transport = HTTPTransport { [self] call in
                let answer = status.withLock { $0 }
                let type = String(decoding: call.body, as: UTF8.self).contains("alert.resolved") ? "resolved" : "fired"
                sent.withLock { $0.append("\(type) \(answer)") }
                return .answered(HTTPAnswer(status: answer, headers: [(name: "retry-after", value: "9")]))
            }
            let hook = AlertDestination(
                name: "hook",
                host: "ops.example",
                way: .hook(url: "https://ops.example/x", secret: nil),
                transport: transport
            )
            ports.alertDestinations = AlertDestinations([hook], installation: "https://peal.example")
            ports.random = { 0 }
            ports.logger = Logger(label: "test") { _ in
                Lines(keep: { [self] line in lines.withLock { $0.append(line) } })
            }
            return Engine(ports: ports)
        }

        /// Lets an alert fire, or resolves it.
        func alert(_ isFiring: Bool) async throws {
            let key = Alert.Key(.breakerOpen, "fcm")
            let stored = try await pipeline.store.alerts(of: "shop")["shop"]?.first { $0.key == key }
            let now = pipeline.clock.now
            let next = isFiring ? Alert(key, .firing, since: now, firedAt: now, value: 1) : nil
            _ = try await pipeline.store.apply([ChangeGroup(app: "shop", [.alert(key, from: stored, to: next)])])
        }
    }

    private struct Lines: LogHandler {
        let keep: @Sendable (String) -> Void
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        init(keep: @escaping @Sendable (String) -> Void) { self.keep = keep }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { keep("\(event.level) \(event.message)") }
    }

    @Test("One message when it fires and one when it is resolved, however often is looked, and over processes")
    func once() async throws {
        try await PipelineWorld.with { pipeline in
            let world = World(pipeline)
            #expect(try await !world.process().alertMessages.step())
            try await world.alert(true)
            for _ in 0..<3 { _ = try await world.process().alertMessages.step() }
            #expect(world.sent.withLock { $0 } == ["fired 200"])
            pipeline.clock.advance(by: .seconds(600))
            try await world.alert(false)
            let engine = world.process()
            #expect(try await engine.alertMessages.step())
            #expect(try await !engine.alertMessages.step())
            #expect(world.sent.withLock { $0 } == ["fired 200", "resolved 200"])
            #expect(try await pipeline.store.alertMessages().isEmpty)
        }
    }

    @Test(
        "One that is down is asked after growing waits, no sooner than it asks for; the log says it once, and once that it works"
    )
    func down() async throws {
        try await PipelineWorld.with { pipeline in
            let world = World(pipeline)
            let engine = world.process()
            world.status.withLock { $0 = 503 }
            try await world.alert(true)
            var waits: [Int] = []
            for second in 0..<700 {
                let before = world.sent.withLock { $0.count }
                _ = try await engine.alertMessages.step()
                if world.sent.withLock({ $0.count }) > before { waits.append(second) }
                pipeline.clock.advance(by: .seconds(1))
            }
            // It asks for nine seconds; then the wait doubles up to five minutes.
            #expect(waits == [0, 9, 19, 39, 79, 159, 319, 619])
            world.status.withLock { $0 = 204 }
            pipeline.clock.advance(by: .seconds(300))
            #expect(try await engine.alertMessages.step())
            #expect(
                world.lines.withLock { $0 } == [
                    "error a message about an alert cannot be delivered and is tried again; check alertTo, then run `peal alerts test`",
                    "notice messages about alerts are delivered again",
                ]
            )
            let text = await engine.metricsText()
            #expect(text.contains("peal_alert_messages_total{to=\"hook\",outcome=\"delivered\"} 1\n"))
            #expect(text.contains("peal_alert_messages_total{to=\"hook\",outcome=\"failed\"} 8\n"))
        }
    }

    @Test("Without a destination nothing is kept, and what was kept for one that is gone is forgotten")
    func gone() async throws {
        try await PipelineWorld.with { pipeline in
            let world = World(pipeline)
            world.status.withLock { $0 = 503 }
            try await world.alert(true)
            _ = try await world.process().alertMessages.step()
            #expect(try await pipeline.store.alertMessages().count == 1)
            _ = try await pipeline.engine.alertMessages.step()
            #expect(try await pipeline.store.alertMessages().isEmpty)
        }
    }
}
