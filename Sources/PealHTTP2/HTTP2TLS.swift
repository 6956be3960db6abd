package import NIOSSL
import Synchronization

/// TLS to hosts that speak HTTP/2: version 1.2 or later (RFC 9113, 9.2), and only `h2` is offered.
package enum HTTP2TLS {
    /// Why TLS cannot be set up, in words for whoever configures it.
    package struct Problem: Error {
        /// The sentence.
        package let text: String
    }

    /// Contexts that are in use, by their own roots.
    private static let inUse = Mutex<[String?: Weak]>([:])

    private struct Weak {
        weak var context: NIOSSLContext?
    }

    /// The settings of all connections to a host.
    ///
    /// Whoever trusts the same shares one context: reading the machine's authorities, more than a hundred, was the largest
    /// part of the start of a server with five apps.
    /// - Parameter trustRootsPEM: certificate authorities in addition to the machine's.
    /// - Returns: the settings.
    /// - Throws: ``Problem``.
    package static func context(trustRootsPEM: String?) throws(Problem) -> NIOSSLContext {
        try inUse.withLock { inUse throws(Problem) in
            if let context = inUse[trustRootsPEM]?.context { return context }
            let context = try makeContext(trustRootsPEM)
            inUse = inUse.filter { $0.value.context != nil }
            inUse[trustRootsPEM] = Weak(context: context)
            return context
        }
    }

    private static func makeContext(_ trustRootsPEM: String?) throws(Problem) -> NIOSSLContext {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["h2"]
        if let trustRootsPEM {
            let roots = (try? NIOSSLCertificate.fromPEMBytes(Array(trustRootsPEM.utf8))) ?? []
            guard !roots.isEmpty else {
                throw Problem(text: "the trust roots must be one or more certificates in PEM form")
            }
            configuration.additionalTrustRoots = [.certificates(roots)]
        }
        guard let context = try? NIOSSLContext(configuration: configuration) else {
            throw Problem(
                text: "TLS cannot start: install the machine's certificate authorities (package ca-certificates)"
            )
        }
        return context
    }
}
