import PealCore

/// The member statuses that entity types declare; where none does, any may exist (R058).
struct MemberStatusNames {
    private let known: [String]

    /// Collects the statuses of the entity types whose members an audience may take.
    init(_ types: [EntityDeclaration]) { known = Set(types.flatMap(\.memberStatuses)).sorted() }

    /// Reports those that no type declares, each at its item of the list.
    func check(_ statuses: [String], _ path: String, _ log: FindingLog) {
        guard !known.isEmpty else { return }
        for (index, status) in statuses.enumerated() where !known.contains(status) {
            let item = "\(path)[\(index)]"
            let hint = NearName.hint(for: status, among: known)
            log.error(
                log.has(item) ? item : path,
                "unknown-status",
                "unknown member status `\(status)`\(hint)"
            )
        }
    }
}
