import PealCore
import PealEngine
import PealWire

/// Several users of one call: those that cannot be read keep their place in the answer.
struct UserBulk: Sendable {
    private let items: [Result<UserBulkBody.Item, Problem>]

    init(_ body: UserBulkBody) { items = body.users }

    /// Those that could be read, in order.
    var users: [(id: UserID, details: UserDetails)] {
        items.compactMap { item in (try? item.get()).map { ($0.id, $0.body.details) } }
    }

    /// The answer in the order of the call, from what became of those that could be read.
    func answer(_ created: [Bool]) -> APIResponse {
        var rest = created[...]
        let lines = items.map { item in item.map { (id: $0.id, isNew: rest.popFirst() ?? false) } }
        return .json { writer in
            writer.object { writer in
                writer.array("items", lines.enumerated()) { Self.write($1.element, index: $1.offset, to: &$0) }
            }
        }
    }

    private static func write(
        _ line: Result<(id: UserID, isNew: Bool), Problem>,
        index: Int,
        to writer: inout JSONWriter
    ) {
        writer.object { writer in
            writer.member("index", index)
            switch line {
            case .success(let user):
                writer.member("status", user.isNew ? 201 : 200)
                writer.member("id", user.id.rawValue)
            case .failure(let problem):
                writer.member("status", problem.status)
                writer.name("problem")
                problem.write(to: &writer, requestID: nil)
            }
        }
    }
}
