/// The form of the address that a push service has of a device.
public enum AddressForm: Hashable, Sendable {
    /// A token, taken as it is.
    case token
    /// A token of hexadecimal digits, which mean the same in either case: one phone is one device.
    case hexadecimalToken
    /// A subscription of a browser (RFC 8030).
    case subscription

    /// The one text that an address is stored and found by.
    public func canonical(_ address: String) -> String {
        self == .hexadecimalToken ? address.lowercased() : address
    }
}
