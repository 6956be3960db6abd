/// The caller's place in a distributed trace, as the header `traceparent` says it (W3C Trace Context §3.2).
public struct TraceParent: Hashable, Sendable {
    /// The trace.
    public var trace: TraceID
    /// The caller's span.
    public var span: SpanID
    /// Whether the caller records the trace.
    public var isSampled: Bool

    /// Reads `00-<32 hex>-<16 hex>-<2 hex>`; `nil` for another form, version `ff`, and identifiers of zeros.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [2, 32, 16, 2], parts[0] != "ff", Self.isHex(parts[0]), Self.isHex(parts[3]),
            let trace = TraceID(hex: parts[1]), let span = SpanID(hex: parts[2]), let flags = UInt8(parts[3], radix: 16)
        else { return nil }
        self.trace = trace
        self.span = span
        isSampled = flags & 1 == 1
    }

    /// The header, in version 00.
    public var text: String { "00-\(trace.hex)-\(span.hex)-\(isSampled ? "01" : "00")" }

    private static func isHex(_ text: Substring) -> Bool {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
