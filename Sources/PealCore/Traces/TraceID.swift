/// The identifier of a distributed trace: 128 bits that are not all 0 (W3C Trace Context §3.2.2.3).
public struct TraceID: Hashable, Sendable {
    private let bits: UUIDv7

    /// Reads 32 lower-case hexadecimal digits; `nil` for anything else, and for zeros.
    public init?(hex text: some StringProtocol) {
        guard let bits = UUIDv7(hex: text), bits.high | bits.low != 0 else { return nil }
        self.bits = bits
    }

    /// The trace of a trigger that came without one: the same each time, and two triggers never share one.
    public init(of trigger: TriggerID) {
        let id = trigger.rawValue
        let high = SpanID.mix(id.high)
        let low = SpanID.mix(id.low ^ high)
        bits = UUIDv7(high: high, low: high | low == 0 ? 1 : low)
    }

    /// The 32 lower-case hexadecimal digits.
    public var hex: String { bits.hex }

    /// Whether a share of all traces, from 0 to 1, has this one among them.
    ///
    /// The last 56 bits decide, as for other samplers that go by the trace; a larger share has all traces of a smaller one.
    public func isSampled(share: Double) -> Bool {
        let number = Double(bits.low & 0x00FF_FFFF_FFFF_FFFF) / 0x1p56
        return number >= 1 - share
    }
}
