/// Settings of the Expo provider that cannot work: all that is wrong, in words for the operator and without any secret.
public struct ExpoConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The error's code.
    public let code = "expo-configuration"
    /// What is wrong, one sentence each.
    public let problems: [String]

    init(_ problems: [String]) { self.problems = problems }

    /// All problems in one line.
    public var description: String { "\(code): \(problems.joined(separator: "; "))" }

    /// Equal when the same things are wrong.
    public static func == (left: Self, right: Self) -> Bool { left.problems == right.problems }
}
