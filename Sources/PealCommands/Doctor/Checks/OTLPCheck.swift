import PealCore
import PealEngine
import PealProviderKit
import PealServer

/// Asks the collector of logs and traces whether it takes requests, with one that has no records.
struct OTLPCheck {
    /// How long each may take.
    let patience: Duration

    /// Asks the collector of some settings.
    func run(_ settings: OTLPSettings, clock: any PealClock) async -> [DoctorFinding] {
        do {
            return try await OTLPTransport.with(settings, clock: clock) { client in
                guard let client else { return [] }
                return await run(client)
            }
        } catch {
            return [.fail(.online, "\(error)")]
        }
    }

    /// Asks a collector.
    func run(_ client: OTLPClient) async -> [DoctorFinding] {
        var lines: [DoctorFinding] = []
        for signal in OTLPSignal.allCases where client.signals.contains(signal) {
            lines.append(line(signal, await client.transport.send(client.call(signal.emptyRequest, signal, patience))))
        }
        return lines
    }

    private func line(_ signal: OTLPSignal, _ result: HTTPResult) -> DoctorFinding {
        switch result {
        case .answered(let answer) where (200..<300).contains(answer.status):
            .ok(.online, "otlp: the collector takes \(signal.rawValue)")
        case .answered(let answer) where [401, 403].contains(answer.status):
            .fail(.online, "otlp: the collector rejects the credentials (\(answer.status)); check otlp.headers")
        case .answered(let answer):
            .fail(
                .online,
                "otlp: the collector answers \(answer.status) at \(signal.path); check otlp.endpoint, and that it accepts JSON"
            )
        case .notSent(let reason), .answerLost(let reason):
            .fail(
                .online,
                "otlp: cannot reach the collector (\(ReasonWords.of(reason))); check otlp.endpoint, otlp.allow and otlp.caFile"
            )
        }
    }
}
