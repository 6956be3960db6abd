import PealCore

/// Signed texts in the compact form of JWS: header, claims and signature in base64url (RFC 7515, 7.1).
///
/// JWTKit signs only asynchronously. Provider tokens are signed under a lock, while pushes wait to be sent with them, and
/// their headers are fixed by the push services.
public enum CompactJWS {
    /// Signs claims.
    /// - Parameters:
    ///   - header: the header as JSON, which names the algorithm.
    ///   - claims: the claims as JSON.
    ///   - sign: gives the signature of a text; of ECDSA it is the two numbers one after the other, not DER (RFC 7518, 3.4).
    /// - Returns: the token.
    /// - Throws: what `sign` throws.
    public static func text(
        header: some Collection<UInt8>,
        claims: some Collection<UInt8>,
        signedBy sign: (String) throws -> [UInt8]
    ) rethrows -> String {
        let signed = "\(Base64URL.encode(header)).\(Base64URL.encode(claims))"
        return "\(signed).\(Base64URL.encode(try sign(signed)))"
    }
}
