/// Why a text is not a public key that tokens can be verified with.
public struct PublicKeyFault: Error, Sendable, Equatable {
    /// The error's code.
    public let code = "invalid-public-key"
    /// Which rule it breaks and what to do: the end of a sentence that begins with the key's name.
    public let detail: String

    init(_ detail: String) { self.detail = detail }

    /// Equal when they say the same.
    public static func == (left: Self, right: Self) -> Bool { left.detail == right.detail }
}
