public import ArgumentParser
import Logging
public import PealServer

/// The levels that `--log-level` takes.
enum LogLevel {
    /// The level of a name; a command looks at it while its arguments are read, so that its own usage is shown.
    @discardableResult
    static func named(_ name: String) throws -> Logger.Level {
        guard let level = Logger.Level(rawValue: name) else {
            throw ValidationError("unknown log level `\(name)`; write trace, debug, info, notice, warning or error")
        }
        return level
    }
}

extension LogFormat: ExpressibleByArgument {}
