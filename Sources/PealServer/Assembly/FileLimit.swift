import Foundation
import Logging

/// Lets the process open as many files as its connections need: many systems allow 1,024 until a process asks for more.
enum FileLimit {
    /// Files other than clients' connections: the database, logs, connections to push services.
    static let reserve = 2_048

    /// Raises the limit as far as the system allows, and says when that is not enough.
    static func raise(forConnections connections: Int, logger: Logger) {
        var limit = rlimit()
        guard getrlimit(files, &limit) == 0 else { return }
        let wanted = rlim_t(connections + reserve)
        guard limit.rlim_cur < wanted else { return }
        let allowed = min(wanted, limit.rlim_max)
        limit.rlim_cur = allowed
        guard setrlimit(files, &limit) == 0, allowed == wanted else {
            logger.warning(
                "this process may open fewer files than its connections need; raise the limit or lower `connections`",
                metadata: ["files": "\(allowed)", "needed": "\(wanted)"]
            )
            return
        }
    }

    #if os(Linux)
    private static let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
    private static let files = RLIMIT_NOFILE
    #endif
}
