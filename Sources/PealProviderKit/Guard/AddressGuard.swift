/// Looks up the host of a URL that strangers gave us, and refuses addresses that are not on the public internet.
///
/// A connection has to go to an address found here, so that a name that changes its mind in between changes nothing.
public struct AddressGuard: Sendable {
    /// Why there is no address to connect to.
    public enum Refusal: Error, Sendable, Equatable {
        /// An address of the host is not public.
        case forbidden
        /// The host has no address.
        case unresolved

        /// The reason of a ``HTTPResult/notSent(reason:)``: the same for both, since the difference tells whoever gave us the
        /// URL which names exist in our network.
        public var reason: String { Self.reason }

        /// The reason of either.
        package static let reason = "no-public-address"
    }

    private let resolver: HostResolver

    /// Makes a guard.
    /// - Parameter resolver: finds the addresses of a host.
    public init(resolver: HostResolver = .system) { self.resolver = resolver }

    /// The addresses of a host.
    /// - Parameter url: passed the rules.
    /// - Returns: all of them, when every one may be called; at least one.
    public func addresses(of url: GuardedURL) async -> Result<[IPAddress], Refusal> {
        if let address = url.address { return .success([address]) }
        guard let addresses = try? await resolver.addresses(of: url.host), !addresses.isEmpty else {
            return .failure(.unresolved)
        }
        guard url.isException || addresses.allSatisfy(AddressRules.isPublic) else { return .failure(.forbidden) }
        return .success(addresses)
    }
}
