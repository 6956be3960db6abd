package import PealCore
import PealStore

/// What an entity's time asks of a scheduled type.
package struct FiringRow: TableRow, Equatable {
    package struct Key: Hashable, Comparable {
        package var entity: EntityRef
        package var type: TypeID
        package var time: Timestamp

        package static func < (left: Key, right: Key) -> Bool {
            (left.entity, left.type, left.time) < (right.entity, right.type, right.time)
        }
    }

    package var key: Key
    package var dueAt: Timestamp
    package var state: FiringState
    package var reason: FiringReason?
    package var trigger: TriggerID?
    package var endedAt: Timestamp?

    enum Group: Hashable {
        case entity(EntityRef)
        case type(TypeID)
        case waiting, ended
    }

    var groups: [Group] {
        [.entity(key.entity), .type(key.type), state == .waiting ? .waiting : .ended]
    }

    var note: ScheduleNote {
        ScheduleNote(
            type: key.type,
            entity: key.entity,
            time: key.time,
            dueAt: dueAt,
            state: state,
            reason: reason,
            trigger: trigger,
            endedAt: endedAt
        )
    }
}
