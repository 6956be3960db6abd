public import PealCore

/// A device as its client registers it; the token is still in clear.
public struct NewDevice: Sendable {
    /// The push service.
    public var provider: ProviderID
    /// Its address of the device.
    public var token: String
    /// The operating system.
    public var platform: Platform
    /// The provider's environment.
    public var environment: String?
    /// The app's version.
    public var appVersion: String?
    /// What the user allowed.
    public var permission: PushPermission
    /// Capabilities and what is allowed of them.
    public var capabilities: [String: String]
    /// The device's locale.
    public var locale: String?
    /// The device's zone.
    public var timeZone: String?
    /// What it says of the devices that the user has.
    public var options: RegistrationOptions

    /// Joins the parts.
    public init(
        provider: ProviderID,
        token: String,
        platform: Platform,
        environment: String?,
        appVersion: String?,
        permission: PushPermission,
        capabilities: [String: String],
        locale: String?,
        timeZone: String?,
        options: RegistrationOptions = RegistrationOptions()
    ) {
        self.provider = provider
        self.token = token
        self.platform = platform
        self.environment = environment
        self.appVersion = appVersion
        self.permission = permission
        self.capabilities = capabilities
        self.locale = locale
        self.timeZone = timeZone
        self.options = options
    }
}

/// Why a token is not one of its provider (R007).
public struct TokenProblem: Error, Sendable, Equatable {
    /// What is wrong with its form.
    public let detail: String
}
