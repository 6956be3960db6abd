import PealCore
import PealServer

/// The error of every command that is given an app without a catalog.
enum UnknownApp {
    static func error(_ name: String, among apps: [AppID], _ code: ServerError.Code) -> ServerError {
        ServerError(code, "unknown app `\(name)`\(NearName.hint(for: name, among: apps.map(\.rawValue)))")
    }
}
