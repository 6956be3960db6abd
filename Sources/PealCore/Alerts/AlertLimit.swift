/// When a rule fires.
public struct AlertLimit: Sendable, Equatable {
    /// The figure beyond which it fires: a share, seconds or a number (``AlertRule/Unit``).
    public var threshold: Double
    /// A figure of fewer than this says nothing.
    public var minimum: Int

    /// Sets both.
    public init(_ threshold: Double, minimum: Int = 0) {
        self.threshold = threshold
        self.minimum = minimum
    }

    /// Whether a figure is wrong.
    func isBroken(by figure: AlertFigure, _ rule: AlertRule) -> Bool {
        guard figure.sample >= minimum else { return false }
        return rule.isBelow ? figure.value < threshold : figure.value > threshold
    }

    /// Whether a figure is so far on the right side that the next one does not fire again: by a fifth of the threshold, or of
    /// what is missing to 1; and one of too few, which says nothing.
    func isClear(by figure: AlertFigure, _ rule: AlertRule) -> Bool {
        guard figure.sample >= minimum else { return true }
        return rule.isBelow ? figure.value >= threshold + (1 - threshold) / 5 : figure.value <= threshold * 4 / 5
    }
}
