public import PealCore
import PealStore

/// What an entity's times mean for one scheduled type.
public struct SchedulePreview: Sendable, Equatable {
    /// The type.
    public var type: TypeID
    /// When it is or was due; `nil` when the entity does not ask for it.
    public var dueAt: Timestamp?
    /// Why it is not sent: a code of the firing's end; `nil` when it is.
    public var reason: String?
    /// When it expired, where it is too late; `nil` otherwise.
    public var expiredAt: Timestamp?
    /// How long ago that was; `nil` where it is not too late.
    public var expiredBy: Duration?
    /// What is wrong and how to fix it; `nil` when nothing is.
    public var problem: String?
}

/// Says of a put entity what will fire, and what cannot (R066).
struct ScheduleReview {
    let catalog: Catalog
    /// What has become of the entity's firings so far.
    let notes: [ScheduleNote]

    /// What each scheduled type that follows the entity will send, in the order of the catalog.
    func previews(of entity: Entity, now: Timestamp) -> [SchedulePreview] {
        catalog.types.compactMap { type in
            guard let rule = type.schedule, rule.entity == entity.ref.type else { return nil }
            do throws(ScheduleRule.Absence) {
                return preview(of: type, rule, try rule.plan(for: entity), entity, now: now)
            } catch {
                return SchedulePreview(type: type.id, reason: FiringReason(error).rawValue)
            }
        }
    }

    /// What a backend is told about types that cannot be sent.
    static func warnings(_ previews: [SchedulePreview], of entity: EntityRef) -> [RequestWarning] {
        previews.compactMap { preview in
            preview.problem.map { problem in
                RequestWarning(
                    .scheduleIncomplete,
                    "\(preview.type) cannot be sent for `\(entity)`: \(problem); put the entity with what is missing"
                )
            }
        }
    }

    private func preview(
        of type: NotificationType,
        _ rule: ScheduleRule,
        _ plan: ScheduleRule.Plan,
        _ entity: Entity,
        now: Timestamp
    ) -> SchedulePreview {
        let end = plan.dueAt + type.ttl
        guard now < end else {
            let isSent = notes.contains { note in
                note.type == type.id && note.time == plan.time && [.waiting, .fired].contains(note.state)
            }
            if isSent, rule.late != .skip { return SchedulePreview(type: type.id, dueAt: plan.dueAt) }
            return SchedulePreview(
                type: type.id,
                dueAt: plan.dueAt,
                reason: FiringReason.tooLate.rawValue,
                expiredAt: end,
                expiredBy: now - end
            )
        }
        let draft = TriggerDraft(of: type, rule, entity, time: plan.time)
        var check = DraftCheck(catalog: catalog, draft: draft, storedParent: entity.parent)
        // Only what is wrong matters: nothing is made of it.
        let id = TriggerID(UUIDv7(milliseconds: 0, random: (0, 0)))
        do throws(IntakeProblem) {
            _ = try check.run(id: id, now: now)
            return SchedulePreview(type: type.id, dueAt: plan.dueAt)
        } catch {
            return SchedulePreview(
                type: type.id,
                dueAt: plan.dueAt,
                reason: error.code.rawValue,
                problem: error.details.map(\.detail).joined(separator: "; ")
            )
        }
    }
}

extension TriggerDraft {
    /// What an entity's time asks of a scheduled type; the entity and the time are one occurrence.
    init(of type: NotificationType, _ rule: ScheduleRule, _ entity: Entity, time: Timestamp) {
        self.init(
            type: type.id,
            entity: entity.ref,
            transition: "\(rule.time)-\(time.rfc3339)",
            actor: Trigger.Actor(id: nil, kind: .system),
            data: rule.data(of: entity, for: type.variables)
        )
    }
}
