public import PealCore

/// Reads the `Retry-After` header (RFC 9110, 10.2.3).
public enum RetryAfter {
    /// The longest wait taken at its word.
    public static let longest: Duration = .seconds(24 * 3600)

    /// How long to wait: from seconds or from any of HTTP's three date forms; `nil` when it is neither.
    ///
    /// A date is measured from `now`; one that has passed means no wait.
    public static func parse(_ value: String, now: Timestamp) -> Duration? {
        let text = value.utf8.drop { $0 == 0x20 || $0 == 0x09 }
        guard let first = text.first else { return nil }
        if first.isASCIIDigit {
            let digits = text.prefix(while: \.isASCIIDigit)
            guard text.dropFirst(digits.count).allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { return nil }
            guard digits.count <= 9, let seconds = Int64(String(decoding: digits, as: UTF8.self)) else {
                return longest
            }
            return min(.seconds(seconds), longest)
        }
        guard let date = HTTPDate.parse(value) else { return nil }
        return min(max(date - now, .zero), longest)
    }
}
