import NIOCore
import NIOHTTP2
import NIOPosix
import NIOSSL

/// Short codes for what goes wrong on a connection; never an error's own text, which can hold an address.
enum HTTP2FailureCode {
    static func code(of error: any Error) -> String {
        switch error {
        case is NIOConnectionError: "connection-failed"
        case let error as IOError: "errno-\(error.errnoCode)"
        case ChannelError.connectTimeout: "connect-timeout"
        case is ChannelError: "connection-closed"
        case NIOSSLError.handshakeFailed: "tls-handshake-failed"
        case NIOSSLError.uncleanShutdown: "connection-closed"
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: "tls-error"
        case is ALPNCheck.NotHTTP2: HTTP2Reply.notHTTP2
        case is any NIOHTTP2Error: "protocol-error"
        default: "transport-error"
        }
    }
}
