/// How many problems of one request come with a hint: finding what was meant costs more than finding that a name is unknown,
/// and nobody reads a hundred of them.
public struct HintAllowance: Sendable {
    /// The hints of a request.
    public static let most = 5

    private var left = most

    /// All of them.
    public init() {}

    /// The hint, or nothing once all were given: most requests need none, and no names are prepared for them.
    public mutating func hint(for name: String, among known: @autoclosure () -> NearNames) -> String {
        guard left > 0 else { return "" }
        left -= 1
        return known().hint(for: name)
    }
}
