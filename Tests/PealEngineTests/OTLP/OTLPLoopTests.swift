import PealCore
import PealProviderKit
import PealSQL
import Synchronization
import Testing

@testable import PealEngine

@Suite("Export to a collector (R218)")
struct OTLPLoopTests {
    private static func name(_ record: JSONValue) -> String {
        (record.object?["eventName"] ?? record.object?["name"])?.string ?? ""
    }

    private static func ids(_ records: [JSONValue]) -> [String] {
        records.map { record in
            if let span = record.object?["spanId"]?.string { return span }
            let uid = record.object?["attributes"]?.array?.first { $0.object?["key"] == .string("log.record.uid") }
            return uid?.object?["value"]?.object?["stringValue"]?.string ?? ""
        }
    }

    @Test("A push is the events of the specification, and spans under the caller's", arguments: OTLPSignal.allCases)
    func push(signal: OTLPSignal) async throws {
        try await PipelineWorld.with { pipeline in
            let world = OTLPWorld(pipeline) { _ in OTLPWorld.ok }
            var pace = OTLPPace()
            _ = try await world.export(signal, &pace)
            #expect(world.sent.all.isEmpty)
            try await pipeline.addUserWithDevice("ann")
            let caller = try #require(TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"))
            try await world.push("t1", traceParent: caller)
            _ = try await world.export(signal, &pace)
            let call = try #require(world.sent.all.first)
            #expect(call.url == "https://otlp.example/x/v1/\(signal.rawValue)")
            #expect(call.headers.contains { $0 == ("authorization", "Bearer s3cret") })
            #expect(call.headers.contains { $0 == ("content-type", "application/json") })
            let records = try OTLPWorld.records(world.sent.all)
            #expect(!String(decoding: call.body, as: UTF8.self).contains("Lamp"))
            switch signal {
            case .logs:
                #expect(
                    records.map(Self.name) == ["notification_sent", "notification_delivered", "notification_delivered"]
                )
            case .traces:
                #expect(records.map(Self.name) == ["peal.trigger", "peal.decision", "peal.attempt"])
                let members = records.compactMap(\.object)
                #expect(members.allSatisfy { $0["traceId"] == .string(caller.trace.hex) })
                #expect(members[0]["parentSpanId"] == .string(caller.span.hex))
                #expect(members[1]["parentSpanId"] == members[0]["spanId"])
                #expect(members[2]["parentSpanId"] == members[1]["spanId"])
            }
            #expect(world.engine.metrics.otlp[signal].exported.count == 3)
        }
    }

    @Test(
        "While the collector is down nothing is lost, and afterwards nothing is doubled",
        arguments: OTLPSignal.allCases
    )
    func down(signal: OTLPSignal) async throws {
        try await PipelineWorld.with { pipeline in
            let isDown = Mutex(true)
            let failures: [HTTPResult] = [
                .notSent(reason: "connection-failed"), .answered(HTTPAnswer(status: 503)),
                .answerLost(reason: "read-timeout"), .answered(HTTPAnswer(status: 401)),
            ]
            let count = Mutex(0)
            let taken = WebhookWorld.SentCalls()
            let world = OTLPWorld(pipeline) { call in
                guard isDown.withLock({ $0 }) else {
                    taken.add(call)
                    return OTLPWorld.ok
                }
                return failures[
                    count.withLock {
                        $0 += 1; return $0 % failures.count
                    }
                ]
            }
            var pace = OTLPPace()
            _ = try await world.export(signal, &pace)
            try await pipeline.addUserWithDevice("ann")
            for transition in ["t1", "t2", "t3"] {
                try await world.push(transition)
                _ = try await world.export(signal, &pace)
            }
            #expect(pace.failures == 3 && world.sent.all.count == 3)
            let counts = world.engine.metrics.otlp[signal]
            #expect(counts.failures.count == 3 && counts.exported.count == 0 && counts.behind.value > 0)
            isDown.withLock { $0 = false }
            _ = try await world.export(signal, &pace)
            _ = try await world.export(signal, &pace)
            let ids = Self.ids(try OTLPWorld.records(taken.all))
            #expect(ids.count == 9 && Set(ids).count == 9)
            #expect(counts.exported.count == 9 && counts.dropped.count == 0 && counts.behind.value == 0)
        }
    }

    @Test("A process that ends before its cursor moves sends the same records again", arguments: OTLPSignal.allCases)
    func crash(signal: OTLPSignal) async throws {
        try await PipelineWorld.with { pipeline in
            let world = OTLPWorld(pipeline) { _ in OTLPWorld.ok }
            var pace = OTLPPace()
            _ = try await world.export(signal, &pace)
            try await pipeline.addUserWithDevice("ann")
            try await world.push("t1")
            await #expect(throws: StoreError.self) {
                try await world.loop(signal, on: BrokenWrites(store: pipeline.store)).round(&pace)
            }
            _ = try await world.export(signal, &pace)
            let ids = Self.ids(try OTLPWorld.records(world.sent.all))
            #expect(ids.count == 6 && Set(ids).count == 3)
        }
    }

    @Test("A record that the collector refuses is dropped alone, and counted")
    func refused() async throws {
        try await PipelineWorld.with { pipeline in
            let taken = WebhookWorld.SentCalls()
            let world = OTLPWorld(pipeline) { call in
                guard !String(decoding: call.body, as: UTF8.self).contains("peal.decision") else {
                    return .answered(HTTPAnswer(status: 400))
                }
                taken.add(call)
                return OTLPWorld.ok
            }
            var pace = OTLPPace()
            _ = try await world.export(.traces, &pace)
            try await pipeline.addUserWithDevice("ann")
            try await world.push("t1")
            _ = try await world.export(.traces, &pace)
            #expect(try OTLPWorld.records(taken.all).map(Self.name) == ["peal.trigger", "peal.attempt"])
            let counts = world.engine.metrics.otlp[.traces]
            #expect(counts.dropped.count == 1 && counts.exported.count == 2)
        }
    }

    @Test("A signal that is switched off keeps no event of the log; switched on again, it begins then")
    func switchedOff() async throws {
        try await PipelineWorld.with { pipeline in
            let world = OTLPWorld(pipeline) { _ in OTLPWorld.ok }
            var pace = OTLPPace()
            _ = try await world.export(.logs, &pace)
            try await pipeline.addUserWithDevice("ann")
            try await world.push("t1")
            let off = OTLPWorld(pipeline, signals: [.traces]) { _ in OTLPWorld.ok }
            _ = try await off.export(.logs, &pace)
            #expect(try await pipeline.store.cursor(of: .logExport) == pipeline.store.endOfEvents())
            _ = try await world.export(.logs, &pace)
            #expect(world.sent.all.isEmpty && off.sent.all.isEmpty)
        }
    }
}
