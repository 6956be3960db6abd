import PealCore

/// Collects the problems of one request and the hints that were left out; bounded, so that a hostile body gets no longer answer
/// than it is worth.
final class ProblemLog {
    static let maximumProblems = 50
    private(set) var problems: [FieldProblem] = []
    private(set) var hints: HintAllowance
    private let limit: Int

    /// Starts a log.
    /// - Parameters:
    ///   - limit: how many problems are kept.
    ///   - hints: how many of them may say what was meant.
    init(limit: Int = maximumProblems, hints: HintAllowance = HintAllowance()) {
        self.limit = limit
        self.hints = hints
    }

    /// How many more problems are kept.
    var room: Int { limit - problems.count }

    /// Hints that were left out, each field once.
    private(set) var ignored: [IgnoredHint] = []

    func ignore(_ hint: IgnoredHint) {
        guard !ignored.contains(hint) else { return }
        ignored.append(hint)
    }

    func add(_ detail: String, at pointer: String) {
        guard room > 0 else { return }
        problems.append(FieldProblem(detail, at: pointer))
    }

    /// What was probably meant, for the first problems only.
    func hint(for name: String, among known: NearNames) -> String { hints.hint(for: name, among: known) }
}

/// The logs of the items of one bulk call, which share their bounds; every item that is refused says why.
struct ProblemLogs {
    private static let maximumProblems = 1000
    private var room = maximumProblems
    private var hints = HintAllowance()

    /// Reads an item, or says what is wrong with it.
    mutating func read<Item>(
        at pointer: String,
        rules: ReadingRules,
        _ read: (ReadingPath) -> Item?
    ) -> Result<Item, Problem> {
        let log = ProblemLog(limit: min(max(room, 1), ProblemLog.maximumProblems), hints: hints)
        let item = read(ReadingPath(pointer: pointer, rules: rules, log: log))
        (room, hints) = (room - log.problems.count, log.hints)
        if let item, log.problems.isEmpty { return .success(item) }
        return .failure(Problem(.invalid, errors: log.problems))
    }
}
