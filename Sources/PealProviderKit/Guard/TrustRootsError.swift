/// Certificates to trust that cannot be read.
public struct TrustRootsError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong and how to fix it.
    public var description: String { "caFile must hold one or more certificates in PEM form" }

    /// Describes the problem.
    public init() {}
}
