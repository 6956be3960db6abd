import Foundation
import NIOCore

/// Says in an operator's words why no port could be opened.
enum ListenProblem {
    /// The error to show; one that has nothing to do with listening comes back as it is.
    static func explained(_ error: any Error, host: String, port: Int) -> any Error {
        if error is SocketAddressError.UnknownHost {
            return ServerError(
                .port,
                "the host \"\(host)\" is unknown; set host to 127.0.0.1, or to an address of this machine"
            )
        }
        return switch (error as? IOError)?.errnoCode {
        case EADDRINUSE:
            ServerError(
                .port,
                "port \(port) is taken; stop who listens there, or name another with --port (0 takes a free one)"
            )
        case EADDRNOTAVAIL:
            ServerError(.port, "\(host) is no address of this machine; set host to 127.0.0.1, or to one that is")
        case EACCES:
            ServerError(.port, "port \(port) may not be opened by this user; name one above 1023 with --port")
        default: error
        }
    }
}
