/// A part of a trace: something that began, and ended.
public struct TraceSpan: Sendable {
    /// What a span is in the course of a request; the raw values are those of OpenTelemetry.
    public enum Kind: Int, Sendable {
        /// Work of this process.
        case work = 1
        /// A request that came from outside.
        case server = 2
        /// A request to another service.
        case client = 3
    }

    /// The trace.
    public var trace: TraceID
    /// The identifier.
    public var id: SpanID
    /// The span that caused it; `nil` begins the trace.
    public var parent: SpanID?
    /// Whether the parent is of the caller.
    public var isParentRemote = false
    /// What happened.
    public var name: String
    /// What it is in the course of a request.
    public var kind: Kind
    /// When it began.
    public var startedAt: Timestamp
    /// When it ended.
    public var endedAt: Timestamp
    /// Why it failed; `nil` for what did not.
    public var failure: String?
    /// Identifiers and codes, by name.
    public var attributes: [(name: String, value: JSONValue)]
}
