import PealCore

/// What is exported, each with a cursor of its own.
public enum OTLPSignal: String, CaseIterable, Sendable {
    /// The events of the specification, as log records.
    case logs
    /// Triggers, decisions and attempts, as spans.
    case traces

    /// The path below the endpoint.
    public var path: String { "/v1/\(rawValue)" }

    /// A request without records, which a collector takes.
    public var emptyRequest: [UInt8] { Array("{\"resource\(self == .logs ? "Logs" : "Spans")\":[]}".utf8) }

    var reader: EventReader { self == .logs ? .logExport : .traceExport }

    var kinds: Set<EventKind> { self == .logs ? AnalyticsReading.kinds : TraceReading.kinds }
}
