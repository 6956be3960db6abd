import Logging
import Synchronization

/// Keeps the checkpoints that a log would have.
final class CheckpointLog: Sendable {
    private let kept = Mutex<[String]>([])

    var texts: [String] { kept.withLock { $0 } }
    var logger: Logger { Logger(label: "audit") { _ in Handler(log: self) } }

    private struct Handler: LogHandler {
        let log: CheckpointLog
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level = .notice

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            guard "\(event.message)" == "audit checkpoint", let text = event.metadata?["checkpoint"] else { return }
            log.kept.withLock { $0.append("\(text)") }
        }
    }
}
