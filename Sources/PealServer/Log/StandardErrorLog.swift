import Foundation
package import Logging
import Synchronization

/// Logs to stderr, without waiting for its reader; stdout is for results.
package enum StandardErrorLog {
    /// A logger of lines of a level and above.
    package static func logger(level: Logger.Level, format: LogFormat = .text) -> Logger {
        Self.format.withLock { $0 = format }
        var logger = Logger(label: "peal", factory: { LineHandler(label: $0, buffer: buffer, format: format) })
        logger.logLevel = level
        return logger
    }

    /// How many lines found no room because stderr was not read.
    static var dropped: Int { buffer.dropped }

    /// The format of the last logger: a process has one, and the notice of dropped lines is written in it.
    private static let format = Mutex(LogFormat.text)

    private static let buffer: LogBuffer = {
        // A reader that closes its end must not end the server.
        signal(SIGPIPE, SIG_IGN)
        // The last lines say why a process ends.
        atexit { StandardErrorLog.flush() }
        return LogBuffer(descriptor: STDERR_FILENO, format: { format.withLock { $0 } })
    }()

    private static func flush() { buffer.flush(atMost: 500) }
}
