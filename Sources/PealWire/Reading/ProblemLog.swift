import PealCore

/// Collects the problems of one request and the hints that were left out; bounded, so that a hostile body gets no longer answer
/// than it is worth.
final class ProblemLog {
    static let maximumProblems = 50
    private(set) var problems: [FieldProblem] = []

    /// Hints that were left out, each field once.
    private(set) var ignored: [IgnoredHint] = []

    func ignore(_ hint: IgnoredHint) {
        guard !ignored.contains(hint) else { return }
        ignored.append(hint)
    }

    func add(_ detail: String, at pointer: String) {
        guard problems.count < Self.maximumProblems else { return }
        problems.append(FieldProblem(detail, at: pointer))
    }
}
