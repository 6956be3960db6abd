import Logging
import Synchronization

/// Keeps the lines about alerts: level, rule, and whether it is a test.
final class AlertLog: Sendable {
    private let kept = Mutex<[String]>([])

    var lines: [String] { kept.withLock { $0 } }
    var logger: Logger { Logger(label: "alerts") { _ in Handler(log: self) } }

    private struct Handler: LogHandler {
        let log: AlertLog
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level = .trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            guard let data = event.metadata, let rule = data["rule"], let test = data["test"] else { return }
            let runbook = data["runbook"].map { "\($0)" } ?? ""
            log.kept.withLock { $0.append("\(event.level) \(event.message): \(rule) \(test) \(runbook)") }
        }
    }
}
