public import PealCore
public import PealCrypto
public import PealHTTP
package import PealProviderKit

/// The configuration: `peal.yaml`, overridden by `PEAL_…` environment variables.
///
/// Read once, at start.
public struct ServerConfiguration: Sendable {
    /// The address to listen on.
    public var host: String
    /// The port to listen on; 0 takes a free one.
    public var port: Int
    /// Where `/metrics` is served instead; `nil` serves it to local callers at the same port as everything else.
    public var admin: ListenAddress?
    /// Where clients find the server; `nil` says nothing of it.
    public var publicURL: PublicURL?
    /// The URL that the documentation of this version is below; `nil` names its files alone.
    var docsURL: PublicURL?
    /// What the HTTP edge bounds.
    public var edge = EdgeLimits()
    /// Where the database is.
    public var dataDirectory: String
    /// The directory of the catalogs; `nil` serves the examples.
    public var catalogsDirectory: String?
    /// Wraps every app's data key.
    public var rootKey: RootKey
    /// How many triggers may wait to be fanned out.
    public var backlog: Int
    /// How many pushes may be in flight.
    public var maximumInFlight: Int
    /// Which receivers of outgoing events may be called.
    var webhooks = WebhookSettings()
    /// Where analytics events and traces are exported to; `nil` exports nothing.
    package var otlp: OTLPSettings?
    /// How lines of the log are written.
    public var log = LogFormat.text
    /// Where operators get messages about alerts; empty notifies nobody.
    package var alertTo: [AlertToSettings] = []
    /// Files with secrets that every user of the machine can read.
    var exposedFiles: [String] = []
    /// Settings of single apps.
    public var apps: [AppID: AppConfiguration]

    /// How long a token of any app's users can be valid, with what clocks may differ; pages are open for less.
    package var tokenLifetime: Duration {
        let lifetimes = apps.values.compactMap(\.jwt).map { $0.policy.maximumLifetime + $0.policy.leeway }
        return max(lifetimes.max() ?? .zero, .seconds(86_400))
    }

    /// The apps whose catalogs are published only by another key than the author's (R117).
    package var reviewedApps: Set<AppID> { Set(apps.filter(\.value.requiresReview).keys) }
}

/// What an operator sets for one app.
public struct AppConfiguration: Sendable {
    /// How its users' tokens are verified; `nil` disables the end-user API.
    package var jwt: JWTSettings?
    /// What the tokens of its actions are made with; `nil` uses the root key.
    var actions: ActionSettings?
    /// Web origins that may call the end-user API.
    public var origins: [String] = []
    /// Whether its catalogs are published only by another key than the author's (R117).
    public var requiresReview = false
    /// How it sends through each push service that it uses.
    package var providers: [ProviderID: any ProviderSettings] = [:]
}
