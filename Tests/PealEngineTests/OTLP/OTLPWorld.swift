import Foundation
import PealCore
import PealProviderKit
import PealSQL
import PealStore

@testable import PealEngine

/// A pipeline that exports to a scripted collector.
struct OTLPWorld: Sendable {
    let world: PipelineWorld
    let engine: Engine
    let sent = WebhookWorld.SentCalls()

    init(
        _ world: PipelineWorld,
        signals: Set<OTLPSignal> = [.logs, .traces],
        answer: @escaping @Sendable (HTTPCall) -> HTTPResult
    ) {
        self.world = world
        var ports = world.engine.ports
        ports.otlp = OTLPClient(
            endpoint: "https://otlp.example/x",
            headers: [("authorization", "Bearer s3cret")],
            signals: signals,
            share: 1,
            transport: HTTPTransport { [sent] call in
                sent.add(call)
                return answer(call)
            }
        )
        engine = Engine(ports: ports)
    }

    static let ok = HTTPResult.answered(HTTPAnswer(status: 200))

    /// A loop of a signal, on another store where one is given.
    func loop(_ signal: OTLPSignal, on store: (any EventStore & ChangeStore)? = nil) -> OTLPLoop {
        let analytics = ReadAnalytics(
            store: world.store,
            catalogs: engine.ports.catalogs.lookup,
            ids: engine.ports.ids,
            now: engine.ports.now
        )
        return OTLPLoop(
            signal,
            ports: engine.ports,
            store: store ?? world.store,
            analytics: analytics,
            metrics: engine.metrics
        )
    }

    /// Exports until there is nothing left, or the collector is down; how many rounds.
    func export(_ signal: OTLPSignal, _ pace: inout OTLPPace) async throws -> Int {
        let loop = loop(signal)
        for round in 1... {
            let before = (sent.all.count, try await world.store.cursor(of: signal.reader))
            let rest = try await loop.round(&pace)
            guard case .until = rest else { continue }
            let after = (sent.all.count, try await world.store.cursor(of: signal.reader))
            if before == after || pace.failures > 0 { return round }
        }
        return 0
    }

    /// Accepts a trigger of a user, and sends its push.
    func push(_ transition: String, traceParent: TraceParent? = nil) async throws {
        var draft = PipelineWorld.draft(transition)
        draft.traceParent = traceParent
        let stated = draft
        try await world.running {
            _ = try await world.intake.submit([stated], app: "shop")
            try await world.drain()
        }
    }

    /// The records of requests, as JSON.
    static func records(_ calls: [HTTPCall]) throws -> [JSONValue] {
        try calls.flatMap { call in
            let json = try JSONDecoder().decode(JSONValue.self, from: Data(call.body)).object ?? [:]
            let resource = (json["resourceLogs"] ?? json["resourceSpans"])?.array?.first?.object ?? [:]
            let scope = (resource["scopeLogs"] ?? resource["scopeSpans"])?.array?.first?.object ?? [:]
            return (scope["logRecords"] ?? scope["spans"])?.array ?? []
        }
    }
}
