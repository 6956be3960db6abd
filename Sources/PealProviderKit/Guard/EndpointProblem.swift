/// Why an address from outside is not called.
public enum EndpointProblem: String, Error, Sendable, CaseIterable {
    /// Longer than 2,048 bytes.
    case tooLong = "too-long"
    /// Holds something no URL may hold.
    case malformed
    /// Not https.
    case insecure = "not-https"
    /// Names a user or a password.
    case userInfo = "user-info"
    /// Has a fragment.
    case fragment
    /// The host is missing or is no plain host name.
    case host = "bad-host"
    /// The host is an IP address, in whatever notation.
    case address = "ip-address"
    /// The port is none, or not one that may be called.
    case port = "bad-port"
    /// The host is not on the list of those allowed.
    case notAllowed = "host-not-allowed"

    /// What is wrong, as a sentence.
    public var text: String {
        switch self {
        case .tooLong: "has more than \(EndpointRules.sizeLimit) bytes"
        case .malformed: "is not a URL"
        case .insecure: "must begin with https://"
        case .userInfo: "must not have a user name"
        case .fragment: "must not have a fragment"
        case .host: "has no valid host"
        case .address: "must have a host name, not an address"
        case .port: "has a port that is not allowed"
        case .notAllowed: "has a host that is not allowed"
        }
    }
}
