import PealCore
import PealStore

extension AppRows {
    /// Notes the newest trigger about a deleted entity; nothing where there is none.
    mutating func noteDeletion(of ref: EntityRef, at now: Timestamp) {
        guard let newest = triggers.keys(in: .about(ref)).last else { return }
        deletions[ref] = DeletionRow(newest: newest, at: now)
    }

    mutating func moveDeletion(of ref: EntityRef, from: TriggerID?, to: TriggerID?) -> Bool {
        guard let row = deletions[ref], row.cursor == from else { return false }
        if let to { deletions[ref]?.cursor = to } else { deletions[ref] = nil }
        return true
    }

    /// The first deleted entity whose triggers are not all looked at.
    var openDeletion: OpenDeletion? {
        deletions.min { $0.key < $1.key }.map { ref, row in
            OpenDeletion(app: app, entity: ref, cursor: row.cursor, newest: row.newest, at: row.at)
        }
    }

    func triggers(
        about ref: EntityRef,
        types: Set<TypeID>,
        after last: TriggerID?,
        upTo newest: TriggerID,
        limit: Int
    ) -> [EntityTrigger] {
        triggers.keys(in: .about(ref)).after(last).prefix { $0 <= newest }.compactMap { triggers[$0] }
            .filter { types.isEmpty || types.contains($0.trigger.type) }.prefix(limit).map { row in
                let pushes = notifications.rows(in: .trigger(row.key))
                let states = pushes.flatMap { deliveryStates(of: $0.id) }
                return EntityTrigger(
                    id: row.key,
                    state: row.state,
                    isWithdrawing: row.withdrawal?.cursor != nil,
                    waitingPushes: pushes.count { [.held, .digested, .represented].contains($0.push) },
                    openDeliveries: states.count { $0.isOpen },
                    mayAwaitReceipts: receipts.count > 0 && states.contains(.accepted)
                )
            }
    }
}
