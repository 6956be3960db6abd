import PealCore

/// A push service's word for what is wrong.
public enum ReasonCode {
    /// A code from outside that may be stored and shown; `nil` when it is not one: it could hold an address.
    public static func safe(_ text: String) -> String? {
        (1...64).contains(text.utf8.count) && text.isASCIIAlphanumeric(or: "_-") ? text : nil
    }
}
