public import PealProviderKit

/// Where analytics events and traces are exported to: an OpenTelemetry collector that takes OTLP/HTTP with JSON.
public struct OTLPClient: Sendable {
    /// The base URL, without a slash at its end.
    public var endpoint: String
    /// Sent with each request; the values are secrets.
    public var headers: [(name: String, value: String)]
    /// What is exported.
    public var signals: Set<OTLPSignal>
    /// How many of the triggers without a caller's trace are traced, from 0 to 1.
    public var share: Double
    /// The version of this program.
    public var version: String
    /// Carries the requests.
    public var transport: HTTPTransport

    /// Joins the parts.
    /// - Parameters:
    ///   - endpoint: the base URL.
    ///   - headers: sent with each request.
    ///   - signals: what is exported.
    ///   - share: how many of the triggers without a caller's trace are traced, from 0 to 1.
    ///   - version: the version of this program.
    ///   - transport: carries the requests.
    public init(
        endpoint: String,
        headers: [(name: String, value: String)] = [],
        signals: Set<OTLPSignal> = Set(OTLPSignal.allCases),
        share: Double,
        version: String = "0",
        transport: HTTPTransport
    ) {
        self.endpoint = endpoint
        self.headers = headers
        self.signals = signals
        self.share = share
        self.version = version
        self.transport = transport
    }

    /// A request with a body for a signal.
    package func call(_ body: [UInt8], _ signal: OTLPSignal, _ timeout: Duration) -> HTTPCall {
        HTTPCall(
            url: endpoint + signal.path,
            headers: [("content-type", "application/json"), ("user-agent", "Peal")] + headers,
            body: body,
            timeout: timeout
        )
    }
}
