import ArgumentParser
import Foundation
import Logging

/// Logs to stderr, without waiting for its reader; stdout is for results.
enum StandardErrorLog {
    static func logger(level name: String) throws -> Logger {
        let level = try level(name)
        var logger = Logger(label: "peal", factory: { StreamLogHandler(label: $0, stream: LogStream(buffer: buffer)) })
        logger.logLevel = level
        return logger
    }

    /// The level of a name; a command looks at it while its arguments are read, so that its own usage is shown.
    @discardableResult
    static func level(_ name: String) throws -> Logger.Level {
        guard let level = Logger.Level(rawValue: name) else {
            throw ValidationError("unknown log level `\(name)`; write trace, debug, info, notice, warning or error")
        }
        return level
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
