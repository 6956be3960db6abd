/// The keyed hashes of one token, under every live version of an app's data key.
public struct TokenHashes: Sendable, Equatable {
    /// The version that seals; the token must be sealed under the same one.
    public var version: Int
    /// The hash under it.
    public var current: [UInt8]
    /// The hashes under the others, newest first.
    public var others: [[UInt8]]

    /// Joins the parts.
    public init(version: Int, current: [UInt8], others: [[UInt8]]) {
        self.version = version
        self.current = current
        self.others = others
    }
}
