/// The identifier of a span: 64 bits that are not all 0 (W3C Trace Context §3.2.2.4).
public struct SpanID: Hashable, Sendable {
    private let bits: UInt64

    /// Reads 16 lower-case hexadecimal digits; `nil` for anything else, and for zeros.
    public init?(hex text: some StringProtocol) {
        guard text.utf8.count == 16, let padded = UUIDv7(hex: "0000000000000000\(text)"), padded.low != 0 else {
            return nil
        }
        bits = padded.low
    }

    /// The span of a trigger.
    public init(of trigger: TriggerID) { self.init(1, trigger.rawValue.high, trigger.rawValue.low) }

    /// The span of a decision.
    public init(of notification: NotificationID) {
        self.init(2, notification.rawValue.high, notification.rawValue.low)
    }

    /// The span of an attempt that ended at an instant.
    public init(of delivery: DeliveryID, endedAt instant: Timestamp) {
        let (notification, device) = (delivery.notification.rawValue, delivery.device.rawValue)
        let time = UInt64(bitPattern: instant.milliseconds)
        self.init(3, notification.high, notification.low, device.high, device.low, time)
    }

    /// The 16 lower-case hexadecimal digits.
    public var hex: String { Hexadecimal.text(bits) }

    /// The same number for the same words, so that a span that is sent again is the same span.
    private init(_ words: UInt64...) {
        let number = words.reduce(0) { Self.mix($0 ^ $1) }
        bits = number == 0 ? 1 : number
    }

    /// A one-to-one mapping that spreads over all bits (SplitMix64).
    static func mix(_ number: UInt64) -> UInt64 {
        var mixed = number &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
