import Foundation
import NIOCore
import NIOHTTP2
import NIOPosix
import NIOSSL

/// Short codes for what goes wrong on a connection; never an error's own text, which can hold an address.
package enum ConnectionFailureCode {
    /// The code of an error of the network, of TLS or of HTTP/2; `transport-error` for any other.
    package static func code(of error: any Error) -> String {
        switch error {
        case let error as HTTP2Refusal: error.reason
        case let error as NIOConnectionError: code(of: error)
        case let error as IOError: code(of: error)
        case ChannelError.connectTimeout: "connect-timeout"
        case is ChannelError: "connection-closed"
        case NIOSSLError.handshakeFailed(let cause): code(ofHandshake: "\(cause)")
        case NIOSSLError.uncleanShutdown: "connection-closed"
        case let error as NIOSSLExtraError where error == .failedToValidateHostname: "certificate-not-verified"
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: "tls-error"
        case is ALPNCheck.NotHTTP2: HTTP2Reply.notHTTP2
        case is any NIOHTTP2Error: "protocol-error"
        default: "transport-error"
        }
    }

    /// What the last address said; where there was none, the name has none.
    private static func code(of error: NIOConnectionError) -> String {
        if let last = error.connectionErrors.last { return code(of: last.error) }
        return error.dnsAError == nil && error.dnsAAAAError == nil ? "connection-failed" : "name-not-resolved"
    }

    private static func code(of error: IOError) -> String {
        switch error.errnoCode {
        case ECONNREFUSED: "connection-refused"
        case ECONNRESET, EPIPE: "connection-reset"
        case ETIMEDOUT: "connect-timeout"
        case ENETUNREACH, ENETDOWN: "network-unreachable"
        case EHOSTUNREACH, EHOSTDOWN: "host-unreachable"
        case EMFILE, ENFILE: "too-many-open-files"
        default: "io-error"
        }
    }

    /// The library has the alert and the check that failed in its text only.
    private static func code(ofHandshake text: String) -> String {
        // A server that ends the handshake because it speaks no HTTP/2 (RFC 7301, 3.2).
        if text.contains("NO_APPLICATION_PROTOCOL") { return HTTP2Reply.notHTTP2 }
        return text.contains("CERTIFICATE_VERIFY_FAILED") ? "certificate-not-verified" : "tls-handshake-failed"
    }
}
