/// A property does not hold.
public struct Refuted: Error, CustomStringConvertible {
    /// What should have been.
    public let description: String

    /// Says what should have been.
    public init(_ description: String) { self.description = description }
}

/// Demands something of a property's value.
/// - Parameters:
///   - isTrue: whether it is so.
///   - description: what should be so.
/// - Throws: `Refuted` when it is not so.
public func demand(_ isTrue: Bool, _ description: @autoclosure () -> String) throws(Refuted) {
    guard isTrue else { throw Refuted(description()) }
}
