import NIOCore
import NIOHTTP2
import NIOPosix
import NIOSSL

/// Short codes for what goes wrong on a connection; never an error's own text, which can hold an address.
enum HTTP2FailureCode {
    static func code(of error: any Error) -> String {
        switch error {
        case let error as HTTP2Refusal: error.reason
        case is NIOConnectionError: "connection-failed"
        case let error as IOError: "errno-\(error.errnoCode)"
        case ChannelError.connectTimeout: "connect-timeout"
        case is ChannelError: "connection-closed"
        // A server that ends the handshake because it speaks no HTTP/2 (RFC 7301, 3.2). The library has the alert in its text only.
        case NIOSSLError.handshakeFailed(let cause) where "\(cause)".contains("NO_APPLICATION_PROTOCOL"):
            HTTP2Reply.notHTTP2
        case NIOSSLError.handshakeFailed: "tls-handshake-failed"
        case NIOSSLError.uncleanShutdown: "connection-closed"
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: "tls-error"
        case is ALPNCheck.NotHTTP2: HTTP2Reply.notHTTP2
        case is any NIOHTTP2Error: "protocol-error"
        default: "transport-error"
        }
    }
}
