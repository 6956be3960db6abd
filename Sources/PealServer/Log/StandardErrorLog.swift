import Foundation
package import Logging

/// Logs to stderr, without waiting for its reader; stdout is for results.
package enum StandardErrorLog {
    /// A logger of lines of a level and above.
    package static func logger(level: Logger.Level) -> Logger {
        var logger = Logger(label: "peal", factory: { StreamLogHandler(label: $0, stream: LogStream(buffer: buffer)) })
        logger.logLevel = level
        return logger
    }

    /// How many lines found no room because stderr was not read.
    static var dropped: Int { buffer.dropped }

    private static let buffer: LogBuffer = {
        // A reader that closes its end must not end the server.
        signal(SIGPIPE, SIG_IGN)
        // The last lines say why a process ends.
        atexit { StandardErrorLog.flush() }
        return LogBuffer(descriptor: STDERR_FILENO)
    }()

    private static func flush() { buffer.flush(atMost: 500) }
}
