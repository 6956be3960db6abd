import Foundation
import NIOCore

/// Says in an operator's words why no port could be opened.
enum ListenProblem {
    /// The error to show, with the setting that names the address unless that is `host` and `port`; one that has nothing to do with listening comes back as it is.
    static func explained(_ error: any Error, host: String, port: Int, setting: String? = nil) -> any Error {
        if let setting, error is IOError || error is SocketAddressError {
            return ServerError(.port, "\(setting): \(host):\(port) cannot be opened (\(error)); name another")
        }
        if error is SocketAddressError.UnknownHost {
            return ServerError(
                .port,
                "unknown host \"\(host)\"; set host to 127.0.0.1 or to an address of this machine"
            )
        }
        return switch (error as? IOError)?.errnoCode {
        case EADDRINUSE:
            ServerError(
                .port,
                "port \(port) is in use; stop the other process or pass --port (0 picks a free one)"
            )
        case EADDRNOTAVAIL:
            ServerError(
                .port,
                "\(host) is not an address of this machine; set host to 127.0.0.1 or to an address of this machine"
            )
        case EACCES:
            ServerError(.port, "this user may not open port \(port); pass --port with a port above 1023")
        default: error
        }
    }
}
