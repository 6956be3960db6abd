/// Why a live connection ends.
public enum StreamEnd: String, Sendable, CaseIterable {
    /// The server stops or starts again.
    case restart
    /// The token has expired.
    case expired = "token-expired"
    /// The user may not connect any more: erased, or the token was revoked.
    case revoked
    /// The client did not take what was sent in time.
    case slow
    /// The client does not answer pings.
    case silent
    /// The client sends faster than it is answered.
    case flooding
    /// The client sent what is no message of the protocol.
    case malformed
    /// The server could not read what it has to send.
    case failed
    /// The client has left.
    case gone
}
