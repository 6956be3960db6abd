/// What was measured for an alert.
public struct AlertFigure: Sendable, Equatable {
    /// The figure, in the unit of its rule.
    public var value: Double
    /// Of how many it is.
    public var sample: Int

    /// Joins both.
    /// - Parameters:
    ///   - value: the figure.
    ///   - sample: of how many it is; all there are where that does not apply.
    public init(_ value: Double, of sample: Int = .max) {
        self.value = value
        self.sample = sample
    }

    /// A part of a whole; of nothing it is 0.
    init(_ part: Int, of whole: Int) {
        self.init(whole > 0 ? Double(part) / Double(whole) : 0, of: whole)
    }

    /// Nothing is measured any more.
    static let none = AlertFigure(0, of: 0)
}
