import Logging
import Synchronization

/// Keeps the lines of a log: level, message and metadata in order of their names.
final class LineLog: Sendable {
    private let kept = Mutex<[String]>([])

    var lines: [String] { kept.withLock { $0 } }
    var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }

    private struct Handler: LogHandler {
        let log: LineLog
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level = .info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let data = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
            let line = "\(event.level) \(event.message)" + (data.isEmpty ? "" : ": " + data.joined(separator: " "))
            log.kept.withLock { $0.append(line) }
        }
    }
}
