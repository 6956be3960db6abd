/// The name of a push service.
///
/// Open: each provider's target names its own, and ``ProviderTraits`` says what rules need to know of it.
public struct ProviderID: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The name in the vocabulary.
    public let rawValue: String
    /// Names a provider.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The name in the vocabulary.
    public var description: String { rawValue }
}
