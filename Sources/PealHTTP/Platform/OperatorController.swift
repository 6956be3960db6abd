import PealCore
import PealWire

/// Health, metrics and the contract.
struct OperatorController: Sendable {
    let health: HealthChecks
    /// What the edge counts itself.
    let edgeMetrics: @Sendable () -> String
    let exposure: MetricsExposure
    let contract: @Sendable () throws -> [UInt8]

    var endpoints: [Endpoint] {
        [
            Endpoint(open: .live, use: live), Endpoint(open: .ready, use: ready),
            Endpoint(open: .metrics, use: numbers),
            Endpoint(open: .openAPI, use: openAPI),
        ]
    }

    /// What the listener of `admin` serves: health as well, which is answered there when the public one has no connection left.
    var adminEndpoints: [Endpoint] {
        [
            Endpoint(open: .live, use: live), Endpoint(open: .ready, use: ready),
            Endpoint(open: .metrics) { _ in await text() },
        ]
    }

    private func live(_: IncomingCall) async throws -> APIResponse {
        .json { $0.object { $0.member("status", "ok") } }
    }

    private func ready(_: IncomingCall) async throws -> APIResponse {
        var results: [(name: String, holds: Bool)] = []
        for check in health.checks { results.append((check.name, await check.holds())) }
        let isReady = results.allSatisfy(\.holds)
        let question = health.clockQuestion()
        return .json(status: isReady ? 200 : 503) { writer in
            writer.object { writer in
                writer.member("status", !isReady ? "not-ready" : question == nil ? "ok" : "degraded")
                writer.object("checks") { writer in
                    for result in results { writer.member(result.name, result.holds) }
                    writer.member("clock", question == nil)
                }
                if let question {
                    writer.object("clock") { writer in
                        writer.member("system", question.system.rfc3339)
                        writer.member("trusted", question.trusted.rfc3339)
                        if let witness = question.witness { writer.member("witness", witness.rfc3339) }
                    }
                }
                let remarks = health.remarks()
                guard !remarks.isEmpty else { return }
                writer.object("remarks") { writer in
                    for remark in remarks { writer.member(remark.name, remark.text) }
                }
            }
        }
    }

    private func numbers(_ call: IncomingCall) async throws -> APIResponse {
        switch exposure {
        case .everyone: await text()
        case .local where call.isLocal: await text()
        // To anybody else there is no such path.
        case .local, .elsewhere: throw Problem.noSuchEndpoint
        }
    }

    private func text() async -> APIResponse {
        let text = await health.metrics() + edgeMetrics()
        return APIResponse(status: 200, body: Array(text.utf8), contentType: "text/plain; version=0.0.4; charset=utf-8")
    }

    private func openAPI(_: IncomingCall) async throws -> APIResponse { .json(bytes: try contract(), status: 200) }
}
