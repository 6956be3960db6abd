/// What rules need to know of a push service.
///
/// The provider's own target describes it; no rule asks which service it is.
public struct ProviderTraits: Hashable, Sendable {
    /// Its name in catalogs, requests and the configuration.
    public let id: ProviderID
    /// Its name in texts.
    public let name: String
    /// The platforms whose devices can have it as their push service.
    public var platforms: Set<Platform>
    /// The form of a device's address.
    public var address: AddressForm
    /// Whether it delivers pushes that show nothing; a browser has to show something for every push.
    public var takesSilentPushes: Bool
    /// The environments that a device may name; none allows any text.
    public var environments: [String]
    /// Other words for environments, such as those of entitlements.
    public var environmentAliases: [String: String]
    /// How many collapse keys it keeps for each device; `nil` names no limit.
    public var collapseKeyLimit: Int?
    /// Whether a tap on what it shows in a browser opens the catalog's `links.webOrigin`.
    public var opensWebOrigin: Bool

    /// Describes a push service.
    /// - Parameters:
    ///   - id: its name in catalogs, requests and the configuration.
    ///   - name: its name in texts.
    ///   - platforms: the platforms whose devices can have it.
    ///   - address: the form of a device's address.
    ///   - takesSilentPushes: whether it delivers pushes that show nothing.
    ///   - environments: the environments that a device may name; none allows any text.
    ///   - environmentAliases: other words for environments.
    ///   - collapseKeyLimit: how many collapse keys it keeps for each device.
    ///   - opensWebOrigin: whether a tap in a browser opens `links.webOrigin`.
    public init(
        id: ProviderID,
        name: String,
        platforms: Set<Platform> = Set(Platform.allCases),
        address: AddressForm = .token,
        takesSilentPushes: Bool = true,
        environments: [String] = [],
        environmentAliases: [String: String] = [:],
        collapseKeyLimit: Int? = nil,
        opensWebOrigin: Bool = false
    ) {
        self.id = id
        self.name = name
        self.platforms = platforms
        self.address = address
        self.takesSilentPushes = takesSilentPushes
        self.environments = environments
        self.environmentAliases = environmentAliases
        self.collapseKeyLimit = collapseKeyLimit
        self.opensWebOrigin = opensWebOrigin
    }

    /// The environment that a word means in any case; `nil` when it is none of those listed.
    public func environment(named word: String) -> String? {
        let word = word.lowercased()
        let name = environmentAliases[word] ?? word
        return environments.contains(name) ? name : nil
    }
}
