import PealCore
import PealEngine
import PealWire

/// Several triggers of one call: those that cannot be read keep their place in the answer.
struct BulkSubmission: Sendable {
    private let items: [Result<TriggerDraft, Problem>]

    init(_ bodies: [Result<TriggerDraft, Problem>], of caller: Caller, in trace: TraceParent? = nil) {
        items = bodies.map { body in
            body.flatMap { draft in
                if let problem = InlineEntities.problem(with: draft, of: caller) { return .failure(problem) }
                var draft = draft
                draft.traceParent = trace
                return .success(draft)
            }
        }
    }

    /// Those that could be read, in order.
    var drafts: [TriggerDraft] { items.compactMap { try? $0.get() } }

    /// How many could not be read.
    var unreadable: Int { items.count - drafts.count }

    /// The answer in the order of the call, from what became of the drafts.
    func answer(_ results: [Result<TriggerAnswer, IntakeProblem>], now: Timestamp) -> APIResponse {
        var rest = results[...]
        var lines: [Result<TriggerAnswer, Problem>] = []
        for (index, item) in items.enumerated() {
            switch item {
            case .failure(let problem): lines.append(.failure(problem))
            case .success:
                guard let result = rest.popFirst() else { continue }
                lines.append(result.mapError { Problem($0, prefix: "/triggers/\(index)", now: now) })
            }
        }
        return .json { writer in
            writer.object { writer in
                writer.array("items", lines.enumerated()) { Self.write($1.element, index: $1.offset, to: &$0) }
            }
        }
    }

    private static func write(
        _ line: Result<TriggerAnswer, Problem>,
        index: Int,
        to writer: inout JSONWriter
    ) {
        writer.object { writer in
            writer.member("index", index)
            switch line {
            case .success(let answer):
                let acceptance = answer.acceptance
                writer.member("status", acceptance.isDuplicate ? 200 : 202)
                writer.member("id", acceptance.id.description)
                if acceptance.isDuplicate { writer.member("duplicate", true) }
                writer.warnings(answer.warnings)
            case .failure(let problem):
                writer.member("status", problem.status)
                writer.name("problem")
                problem.write(to: &writer, requestID: nil)
            }
        }
    }
}
