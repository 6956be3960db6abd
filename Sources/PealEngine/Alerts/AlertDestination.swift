import PealCore
public import PealCrypto
public import PealProviderKit

/// Where operators get messages about alerts: an entry of `alertTo`.
///
/// Its URL and its key are secrets: neither stands in a description, a log line or an error.
public struct AlertDestination: Sendable {
    /// How it is called.
    public enum Way: Sendable {
        /// A receiver of JSON, signed as Standard Webhooks where there is a secret.
        case hook(url: String, secret: WebhookSecret?)
        /// An incoming webhook of Slack, or of a chat that takes the same.
        case slack(url: String)
        /// PagerDuty's Events API v2.
        case pagerduty(key: String, endpoint: String)
    }

    /// Where PagerDuty takes events.
    public static let pagerDutyEndpoint = "https://events.pagerduty.com"

    /// What metrics and log lines call it: `slack`, or `slack-2` for the second of its kind.
    public let name: String
    /// The host, which may be shown.
    public let host: String
    /// What it is stored under: a hash of where it is, so that another order of the entries changes nothing.
    public let id: String
    let way: Way
    let transport: HTTPTransport

    /// Names a destination.
    /// - Parameters:
    ///   - name: what metrics and log lines call it.
    ///   - host: the host.
    ///   - way: how it is called.
    ///   - transport: carries the requests.
    public init(name: String, host: String, way: Way, transport: HTTPTransport) {
        self.name = name
        self.host = host
        self.way = way
        self.transport = transport
        let address =
            switch way {
            case .hook(let url, _): "hook \(url)"
            case .slack(let url): "slack \(url)"
            case .pagerduty(let key, _): "pagerduty \(key)"
            }
        id = Hexadecimal.text(Array(Digest.sha256(Array(address.utf8)).prefix(12)))
    }
}

extension AlertDestination: CustomStringConvertible, CustomReflectable {
    /// The name and the host; never the URL or the key.
    public var description: String { "\(name) (\(host))" }

    /// The same, for whoever prints what it holds.
    public var customMirror: Mirror { Mirror(self, children: ["name": name, "host": host]) }
}
