import Foundation
import NIOCore

/// Finds out whether a port can be listened on, before anything is opened or logged.
///
/// Between this and the server's own listening another process may take the port; that is reported then.
package enum PortProbe {
    /// Tries to bind every port, one after the other.
    /// - Throws: ``ServerError`` in an operator's words, for the first port that cannot be listened on.
    package static func check(host: String, ports: ClosedRange<Int>) throws {
        for port in ports { try check(host: host, port: port) }
    }

    /// Tries to bind one port; 0 is always free.
    package static func check(host: String, port: Int) throws {
        do {
            try bind(try SocketAddress.makeAddressResolvingHost(host, port: port))
        } catch {
            throw ListenProblem.explained(error, host: host, port: port)
        }
    }

    private static func bind(_ address: SocketAddress) throws {
        let descriptor = socket(address.protocol.rawValue, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw IOError(errnoCode: errno, reason: "socket") }
        defer { close(descriptor) }
        // As the server does: connections that are ending do not keep a port.
        var reuse: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
        let result = address.withSockAddr { Foundation.bind(descriptor, $0, socklen_t($1)) }
        guard result == 0 else { throw IOError(errnoCode: errno, reason: "bind") }
    }
}
