import PealCore

/// Makes of a due firing the trigger it stands for.
struct ScheduledTriggers: Sendable {
    let triggers: OwnTriggers

    /// What becomes of a due firing.
    enum End: Sendable {
        /// It makes a trigger by a catalog version.
        case trigger(TriggerSubmission, version: Int)
        /// Its entity is planned again.
        case plan
        /// It ends without a trigger.
        case without(FiringMachine.Event)
    }

    /// What becomes of a due firing, as the catalog in force has it.
    func end(of schedule: DueSchedule, by catalog: Catalog?, now: Timestamp) -> End {
        let type = catalog?.type(schedule.type)
        let verdict = FiringVerdict(
            by: type,
            schedule.state,
            about: schedule.entity.type,
            time: schedule.time,
            dueAt: schedule.dueAt,
            now: now
        )
        switch verdict {
        case .end(let event): return .without(event)
        case .plan: return .plan
        case .fire(let rule, let entity):
            guard let catalog, let type else { return .without(.cancelled(.noSchedule)) }
            do throws(IntakeProblem) {
                let draft = TriggerDraft(of: type, rule, entity, time: schedule.time)
                // Its life counts from when it was due, however late it is made, unless it is sent after its end.
                let submission = try triggers.submission(
                    of: draft,
                    type,
                    about: entity,
                    catalog,
                    dueAt: now < schedule.dueAt + type.ttl ? schedule.dueAt : now,
                    now: now
                )
                return .trigger(submission, version: catalog.version)
            } catch {
                return .without(.failed(.invalid(Self.reason(error))))
            }
        }
    }

    /// Codes and pointers alone: a reason shows nobody's data.
    private static func reason(_ problem: IntakeProblem) -> String {
        let pointers = problem.details.map(\.pointer).joined(separator: ", ")
        return pointers.isEmpty ? problem.code.rawValue : "\(problem.code.rawValue): \(pointers)"
    }
}
