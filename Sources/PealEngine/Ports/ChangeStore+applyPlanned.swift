import PealCore
import PealStore

extension ChangeStore {
    /// Plans changes from facts and applies them; when a guard fails, does both again.
    ///
    /// A guard fails only because something else was written, so of all that change the same at least one succeeds each time.
    /// - Parameters:
    ///   - app: whose rows change.
    ///   - plan: reads the facts and plans the changes of one group, none when there is nothing to write; what it returns next
    ///     to them is the result once they are written. It gets how many plans failed before.
    /// - Returns: the result of the plan that was written.
    /// - Throws: what `plan` and the store throw; ``StoreError`` with `overloaded` after 200 plans.
    func applyPlanned<Value: Sendable>(
        to app: AppID,
        _ plan: (_ attempt: Int) async throws -> (changes: [Change], value: Value)
    ) async throws -> Value {
        try await applyAsking(to: app, plan).value
    }

    /// Applies what is planned, as ``applyPlanned(to:_:)`` does.
    /// - Returns: the result of the plan that was written, and what its changes found out.
    func applyAsking<Value: Sendable>(
        to app: AppID,
        _ plan: (_ attempt: Int) async throws -> (changes: [Change], value: Value)
    ) async throws -> (value: Value, found: [ChangeValue]) {
        for attempt in 0..<200 {
            let (changes, value) = try await plan(attempt)
            if let found = try await found(by: changes, in: app) { return (value, found) }
        }
        throw StoreError(.overloaded, "what is to be changed changes all the time")
    }

    /// Applies changes as one group; whether all guards held.
    func applies(_ changes: [Change], to app: AppID) async throws -> Bool {
        try await found(by: changes, in: app) != nil
    }

    /// Applies changes as one group; what they found out, or `nil` when a guard failed.
    private func found(by changes: [Change], in app: AppID) async throws -> [ChangeValue]? {
        guard !changes.isEmpty else { return [] }
        guard case .applied(let found)? = try await apply([ChangeGroup(app: app, changes)]).first else { return nil }
        return found
    }
}
