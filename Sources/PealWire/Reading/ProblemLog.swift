/// Collects the problems of one request; bounded, so that a hostile body gets no longer answer than it is worth.
final class ProblemLog {
    static let maximumProblems = 50
    private(set) var problems: [FieldProblem] = []

    func add(_ detail: String, at pointer: String) {
        guard problems.count < Self.maximumProblems else { return }
        problems.append(FieldProblem(detail, at: pointer))
    }
}
