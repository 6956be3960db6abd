/// A push service's word for what is wrong.
public enum ReasonCode {
    /// A code from outside that may be stored and shown; `nil` when it is not one: it could hold an address.
    public static func safe(_ text: String) -> String? {
        guard (1...64).contains(text.utf8.count) else { return nil }
        let isCode = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        return isCode ? text : nil
    }
}
