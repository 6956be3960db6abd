/// Settings of the APNs provider that cannot work: all that is wrong, in words for the operator and without any secret.
public struct APNsConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The error's code.
    public let code = "apns-configuration"
    /// What is wrong and how to mend it, one sentence each.
    public let problems: [String]

    init(_ problems: [String]) { self.problems = problems }

    /// All problems in one line.
    public var description: String { "\(code): \(problems.joined(separator: "; "))" }

    /// Equal when the same things are wrong.
    public static func == (left: Self, right: Self) -> Bool { left.problems == right.problems }
}
