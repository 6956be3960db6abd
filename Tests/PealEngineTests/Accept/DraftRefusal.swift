import Testing

@testable import PealEngine

/// A change that makes a draft break rules, and what the check says of it.
struct DraftRefusal: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var code: IntakeProblem.Code
    var details: [IntakeProblem.Detail]
    var change: @Sendable (inout DraftScene) throws -> Void

    init(
        _ name: String,
        _ code: IntakeProblem.Code,
        _ details: [(pointer: String, detail: String)],
        _ change: @escaping @Sendable (inout DraftScene) throws -> Void
    ) {
        testDescription = name
        self.code = code
        self.details = details.map { IntakeProblem.Detail(detail: $0.detail, pointer: $0.pointer) }
        self.change = change
    }
}
