import ArgumentParser
import Logging

/// Logs to stderr, so that stdout stays for answers.
enum StandardErrorLog {
    static func logger(level name: String) throws -> Logger {
        guard let level = Logger.Level(rawValue: name) else {
            throw ValidationError("unknown log level \"\(name)\"; there are trace, debug, info, notice, warning, error")
        }
        var logger = Logger(label: "peal", factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = level
        return logger
    }
}
