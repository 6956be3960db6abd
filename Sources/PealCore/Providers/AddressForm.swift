/// The form of the address that a push service has of a device.
public enum AddressForm: Hashable, Sendable {
    /// A token, taken as it is.
    case token
    /// A token of hexadecimal digits, which mean the same in either case: one phone is one device.
    case hexadecimalToken
    /// A token that begins with a word that clients write in one of two ways.
    case prefixedToken(String, alias: String)
    /// A subscription of a browser (RFC 8030).
    case subscription

    /// The one text that an address is stored and found by.
    public func canonical(_ address: String) -> String {
        switch self {
        case .token: address
        case .hexadecimalToken: address.lowercased()
        case .prefixedToken(let prefix, let alias):
            address.hasPrefix(alias) ? prefix + address.dropFirst(alias.count) : address
        case .subscription: TokenIdentity.canonicalSubscription(address)
        }
    }

    /// Other texts of an address, under which an earlier version may have stored it.
    public func aliases(of canonical: String) -> [String] {
        guard case .prefixedToken(let prefix, let alias) = self, canonical.hasPrefix(prefix) else { return [] }
        return [alias + canonical.dropFirst(prefix.count)]
    }
}
