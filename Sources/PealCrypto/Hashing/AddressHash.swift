import PealCore

/// The hash of a device's address that its client keeps: SHA-256 in hexadecimal digits, of the token or of the subscription's
/// endpoint.
///
/// It shows that whoever replaces the address knew the one before; it is the same under every key of the server.
public enum AddressHash {
    /// Of an address in its canonical form.
    public static func of(_ token: String) -> String {
        Hexadecimal.text(Digest.sha256(Array(TokenIdentity.of(token).utf8)))
    }
}
