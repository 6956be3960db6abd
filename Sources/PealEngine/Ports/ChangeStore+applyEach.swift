import PealCore
import PealStore

extension ChangeStore {
    /// Applies groups in one transaction, or each in a transaction of its own when one breaks a constraint.
    ///
    /// So a group that cannot be written keeps no other from being written.
    /// - Parameter groups: the groups.
    /// - Returns: what became of each, and the first broken constraint.
    /// - Throws: ``StoreError`` when the store cannot write.
    func applyEach(_ groups: [ChangeGroup]) async throws -> (results: [GroupResult], failure: StoreError?) {
        do {
            return (try await apply(groups), nil)
        } catch let error as StoreError where error.code == .constraint {
            guard groups.count > 1 else { return ([.failed([])], error) }
            var (results, failure): ([GroupResult], StoreError?) = ([], nil)
            for group in groups {
                let one = try await applyEach([group])
                results += one.results
                failure = failure ?? one.failure
            }
            return (results, failure)
        }
    }
}
