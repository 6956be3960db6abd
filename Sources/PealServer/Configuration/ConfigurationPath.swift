import Foundation

/// Where the configuration file is.
package struct ConfigurationPath: Sendable {
    /// The path.
    package var path: String
    /// Whether the command line names it, so that it has to exist: a typing error must not start a server on defaults.
    package var isNamed: Bool

    package init(path: String, isNamed: Bool = false) {
        self.path = path
        self.isNamed = isNamed
    }

    /// Why the file cannot be opened; `nil` when it can, or when it does not exist and need not.
    package func problem() -> String? {
        guard FileManager.default.fileExists(atPath: path) else {
            guard isNamed else { return nil }
            return "\(path) does not exist; check --config, or run `peal init --config \(path)`"
        }
        if FileAccess.isDirectory(path) { return "\(path) is a directory; name a file with --config" }
        guard !FileAccess.canRead(path) else { return nil }
        return
            "the user \(ProcessInfo.processInfo.userName) may not read \(path); run this as the user the server runs "
            + "as, or chown it to that user"
    }
}
