import PealCore

/// The triggers of a request on their way in: those with problems keep their position in the answer.
struct ReviewedTriggers: Sendable {
    /// What is to be stored.
    private(set) var submissions: [TriggerSubmission] = []
    private var warnings: [[RequestWarning]] = []
    private var positions: [Result<Int, IntakeProblem>] = []

    mutating func add(_ submission: TriggerSubmission) {
        positions.append(.success(submissions.count))
        submissions.append(submission)
        warnings.append([])
    }

    mutating func add(_ problem: IntakeProblem) { positions.append(.failure(problem)) }

    /// Leaves out what the directory has something against.
    mutating func apply(_ verdicts: [DirectoryCheck.Verdict]) {
        let (old, before) = (submissions, positions)
        (submissions, warnings, positions) = ([], [], [])
        for position in before {
            switch position {
            case .failure(let problem): add(problem)
            case .success(let index):
                guard verdicts[index].problems.isEmpty else {
                    add(IntakeProblem(verdicts[index].problems))
                    continue
                }
                add(old[index])
                warnings[submissions.count - 1] = verdicts[index].warnings
            }
        }
    }

    /// How many break a rule; a limit or a full backlog is no fault of a trigger.
    var malformed: Int {
        positions.count { position in
            guard case .failure(let problem) = position else { return false }
            return problem.code != .limitReached && problem.code != .backlogFull
        }
    }

    /// Every answer in the order of the request.
    func answers(_ acceptances: [TriggerAcceptance], now: Timestamp) -> [Result<TriggerAnswer, IntakeProblem>] {
        positions.map { position in
            position.flatMap { index in
                if case .refused(let refusal) = acceptances[index] {
                    return .failure(IntakeProblem(refusal, now: now))
                }
                return .success(TriggerAnswer(acceptances[index], warnings: warnings[index]))
            }
        }
    }

    /// The accepted triggers that reach nobody now.
    func withoutRecipients(_ acceptances: [TriggerAcceptance]) -> [TriggerSubmission] {
        zip(submissions, zip(acceptances, warnings)).filter { _, known in
            known.0.isAccepted && known.1.contains { $0.code == .audienceEmpty }
        }.map(\.0)
    }
}
