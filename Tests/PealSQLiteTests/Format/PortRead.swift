import PealSQLite

/// One call of a method of a port, with arguments that match rows of kept databases.
struct PortRead: Sendable {
    /// The method, as ``PortMethods`` names it.
    let method: String
    /// What tells the call from others of the same method.
    let aspect: String
    private let answer: @Sendable (KeptRows) async throws -> AnswerText

    init<Answer>(
        _ method: String,
        _ aspect: String = "",
        _ answer: @escaping @Sendable (KeptRows) async throws -> Answer
    ) {
        self.method = method
        self.aspect = aspect
        self.answer = { AnswerText(try await answer($0)) }
    }

    /// The name of the call, which begins its line in a file of answers.
    var name: String { aspect.isEmpty ? method : "\(method) \(aspect)" }

    /// Every call, in their order: those that lease what they answer with change it, and come last.
    static let all = [
        directory, devices, choices, triggers, schedules, cancels, decisions, inboxes, deliveries, channels, events,
        platform, sealed, leases,
    ].flatMap(\.self)

    /// The answers to all calls, by name; a call that throws answers with its error.
    static func answers(of store: SQLiteStore) async -> [(name: String, answer: AnswerText)] {
        let rows = KeptRows(store: store)
        var answers: [(name: String, answer: AnswerText)] = []
        for read in all {
            do {
                answers.append((read.name, try await read.answer(rows)))
            } catch {
                answers.append((read.name, AnswerText(failed: error)))
            }
        }
        return answers
    }
}
