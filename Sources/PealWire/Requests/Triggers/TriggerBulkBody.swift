public import PealCore

/// The body of `POST /triggers/bulk`: each trigger stands alone, so each keeps its own problems.
public struct TriggerBulkBody: Sendable {
    /// At most so many in one call.
    public static let maximumTriggers = 1000

    /// The triggers, or why one is none.
    public var triggers: [Result<TriggerDraft, Problem>]

    /// Reads a body.
    /// - Throws: ``Problem`` when the whole is not a list of triggers.
    public static func read(_ bytes: [UInt8], rules: ReadingRules) throws(Problem) -> TriggerBulkBody {
        let list = try RawList.read(bytes, rules: rules)
        var logs = ProblemLogs()
        return TriggerBulkBody(
            triggers: list.elements.enumerated().map { index, json in
                logs.read(at: "/triggers/\(index)", rules: rules) { TriggerDraft.shape.read(json, $0) }
            }
        )
    }

    private struct RawList: RequestBody {
        var elements: [JSONValue]

        static var shape: Shape<RawList> {
            .object { object in
                let elements = object.required("triggers", Shape<[JSONValue]>.array(.any, atMost: maximumTriggers))
                if let elements, elements.isEmpty { object.report("must contain at least one trigger", at: "triggers") }
                return elements.map(RawList.init)
            }
        }
    }
}
