/// Something that a client said next to its act and that could not be understood: the act was taken without it.
///
/// It names the field and never repeats what was sent.
public struct IgnoredHint: Hashable, Sendable {
    /// What was left out (closed list of the contract).
    public enum Code: String, Sendable, CaseIterable {
        case timeZone = "time-zone-ignored"
        case locale = "locale-ignored"
        case permission = "permission-ignored"
        case appVersion = "app-version-ignored"
        case capability = "capability-ignored"
        /// A time of the client's clock; the time of arrival counts.
        case time = "time-ignored"
        /// The app's catalog does not list the push service of the device, so that nothing is sent to it.
        case provider = "provider-not-served"

        /// The same as the label of a metric: `time-zone`.
        public var kind: String { String(rawValue.trimmingSuffix("-ignored")) }
    }

    /// What was left out.
    public let code: Code
    /// The field of the body, such as `quietHours.timeZone`, or the name of the header.
    public let field: String

    /// Names what was left out.
    public init(_ code: Code, field: String) {
        self.code = code
        self.field = field
    }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> Substring {
        hasSuffix(suffix) ? dropLast(suffix.count) : self[...]
    }
}
