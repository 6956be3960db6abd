import PealCore
import PealStore

/// What an entity's time asks of a scheduled type.
struct FiringRow: TableRow, Equatable {
    struct Key: Hashable, Comparable {
        var entity: EntityRef
        var type: TypeID
        var time: Timestamp

        static func < (left: Key, right: Key) -> Bool {
            (left.entity, left.type, left.time) < (right.entity, right.type, right.time)
        }
    }

    var key: Key
    var dueAt: Timestamp
    var state: FiringState
    var reason: FiringReason?
    var trigger: TriggerID?
    var endedAt: Timestamp?

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
            trigger: trigger
        )
    }
}
