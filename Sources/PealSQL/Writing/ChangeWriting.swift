import PealCore
import PealStore

/// Writes the changes of one group.
struct ChangeWriting {
    var app: AppID

    /// Writes all of them, or none when a guard fails.
    func apply(_ changes: [Change], _ events: inout EventBatch, _ db: SQLConnection) throws -> GroupResult {
        let before = events.events.count
        do {
            return try db.isolated { .applied(try write(changes, &events, db)) }
        } catch let failed as GroupFailed {
            events.undo(to: before)
            return .failed([failed.index])
        }
    }

    /// Writes all of them; what was written is to be undone by the caller when this throws.
    /// - Throws: ``GroupFailed`` when a guard fails.
    func write(_ changes: [Change], _ events: inout EventBatch, _ db: SQLConnection) throws -> [ChangeValue] {
        var values: [ChangeValue] = []
        var written: Entity?
        for (index, change) in changes.enumerated() {
            do {
                if let value = try write(change, after: &written, &events, db) { values.append(value) }
            } catch is GuardFailed {
                throw GroupFailed(index: index)
            }
        }
        return values
    }

    /// Writes a change; `written` is the entity that the one before it wrote, and afterwards the one that it wrote itself.
    private func write(
        _ change: Change,
        after written: inout Entity?,
        _ events: inout EventBatch,
        _ db: SQLConnection
    ) throws -> ChangeValue? {
        let before = written.take()
        switch change {
        case .expect(let push):
            let found = try PushRecordRows(app: app).recipient(push.own.id, db)
            guard found == push else { throw GuardFailed() }
        case .expectOrganisation(let ref, let facts): try OrganisationRows(app: app).expect(ref, facts, db)
        case .ask(let question): return .reach(question, try DirectoryFactRows(app: app).answer(question, db))
        case .addTrigger(let new):
            try TriggerInserts(app: app).add(new, after: before, db)
            events.add(.triggerAccepted, app: app, .trigger(new.trigger.id))
        case .patchEntity(let patch, at: let now):
            let (entity, newOwner) = try TriggerInserts(app: app).apply(patch, at: now, db)
            addEntity(entity.ref, newOwner: newOwner, &events)
            written = entity
        case .countRejected(let rejected): try RejectedRequestRows.count(rejected, app: app, db)
        case .push(let change, of: let user): try PushChanges(app: app, user: user).write(change, &events, db)
        case .beginCancel(let id, let phase, let start, let at):
            let value = try CancelChanges(app: app, id: id).begin(in: phase, start, at: at, db)
            events.add(.triggerCancelled, app: app, .trigger(id))
            return value
        case .countCancelled(let id, let count): try CancelChanges(app: app, id: id).count(count, db)
        case .releaseClaim(let id, let remembering):
            try ClaimRows.release(of: id, app: app, remembering: remembering, db)
        case .releaseQuota(let id): try QuotaRows(app: app).release(of: id, db)
        case .reserveQuota(let id, let reservation): try QuotaRows(app: app).reserve(reservation, for: id, db)
        case .takeClaim(let id, let claim, at: let now): try ClaimRows.take(claim, for: id, app: app, now: now, db)
        case .moveTrigger(let id, from: let dueAt, to: let time):
            try MoveChanges(app: app, id: id).move(from: dueAt, to: time, db)
            events.add(.triggerMoved, app: app, .trigger(id))
        case .resumeTrigger(let id, at: let time):
            try MoveChanges(app: app, id: id).resume(at: time, db)
            events.add(.triggerResumed, app: app, .trigger(id))
        case .storeAnswer(let key, let answer, at: let now):
            try StoredAnswers.store(answer, under: key, now: now, db)
        case .retract(let retraction): try InboxRetractions(app: app).retract(retraction, &events, db)
        case .moveWithdrawal(let id, let cursor, let move):
            try WithdrawalChanges(app: app, id: id).move(from: cursor, move, db)
        case .expectOutcome(let facts):
            guard try OutcomeRows(app: app).again(facts, db) == facts else { throw GuardFailed() }
        case .redelivery(let change): try RedeliveryRows(app: app).write(change, &events, db)
        case .delivery(let change): try DeliveryChanges(app: app).write(change, &events, db)
        case .queue(let provider, let change):
            return try QueueChanges(app: app, provider: provider).write(change, &events, db)
        case .expectSchedule(let facts):
            guard try ScheduleFactRows(app: app).facts(of: facts.ref, db) == facts else { throw GuardFailed() }
        case .expectEntity(let ref, let entity):
            guard try ScheduleFactRows(app: app).entity(ref, db) == entity else { throw GuardFailed() }
        case .expectPlannedAtMost(let version): try PlanningChanges(app: app).expect(atMost: version, db)
        case .changeFirings(of: let ref, let changes):
            try FiringChanges(app: app, ref: ref).write(changes, &events, db)
        case .beginPlanning(let version, from: let earlier):
            try PlanningChanges(app: app).begin(version, from: earlier, db)
        case .endPlanning(let version): try PlanningChanges(app: app).end(version, db)
        case .putEntity(let entity):
            let isOwnerNew = try EntityChanges(app: app).isNew(owner: entity.ownerID, of: entity.ref, db)
            try EntityChanges(app: app).put(entity, db)
            addEntity(entity.ref, newOwner: isOwnerNew ? entity.ownerID : nil, &events)
        case .putMembers(let members):
            for member in members { _ = try EntityChanges(app: app).put(member, &events, db) }
        case .deleteEntity(let ref):
            try EntityChanges(app: app).delete(ref, db)
            events.add(.entityChanged, app: app, .entity(ref))
        case .noteDeletion(let ref, at: let now): try DeletionChanges(app: app, ref: ref).note(at: now, db)
        case .moveDeletion(let ref, let from, let to):
            try DeletionChanges(app: app, ref: ref).move(from: from, to: to, db)
        case .moveFiring(let id, let move): try WithdrawalChanges(app: app, id: id).move(move, db)
        case .inbox(let update, of: let user): try InboxRows(app: app, user: user).write(update, &events, db)
        case .device(let update, of: let user): try DeviceRows(app: app, user: user).write(update, &events, db)
        case .reachability(let change): try ReachabilityRows(app: app).write(change, db)
        case .token(let update): try TokenRows(app: app).write(update, &events, db)
        case .preferences(let update, of: let user):
            try PreferenceRows(app: app, user: user).write(update, &events, db)
        case .eta(let plan): try EtaRows(app: app).write(plan, &events, db)
        case .noteView(let event, by: let user, let detail):
            events.add(.etaViewed, app: app, user: user, .entity(event), detail)
        case .keepAnalytics(let batch): try AnalyticsRows(app: app).keep(batch, db)
        case .catalog(let change): try CatalogRows(app: app).write(change, &events, db)
        case .key(let change): try KeyRows(app: app).write(change, db)
        case .alert(let key, from: let old, to: let new): try AlertRows(app: app).write(key, from: old, to: new, db)
        case .channel(let change): try ChannelChanges(app: app).write(change, &events, db)
        case .webhook(let change): try WebhookChanges(app: app).write(change, &events, db)
        case .action(let change): try ActionRows(app: app).write(change, &events, db)
        case .putUser(let user, from: let old): try UserRows.put(user, from: old, app: app, &events, db)
        case .moveReader(let move): try EventLogRows.move(move, db)
        case .appendAudit(let append): try AuditRows(app: app).append(append, db)
        case .addCheckpoint(let checkpoint): try AuditRows(app: app).add(checkpoint, &events, db)
        case .keepAuditSecret(let sealed, of: let user): try AuditRows(app: app).keep(sealed, of: user, db)
        case .countClaim(let claim): try AuditRows(app: app).count(claim, db)
        case .note(let kind, let note, about: let user):
            if let user { try ErasedUsers.refuse(user, app: app, db) }
            events.add(kind, app: app, user: user, .note(note))
        case .sync(let push): try SyncRows(app: app, user: push.user).write(push, &events, db)
        case .syncState(let change): try SyncLeaseRows(app: app).write(change, db)
        case .moveRetraction(let id, let from, let to):
            try WithdrawalChanges(app: app, id: id).moveRetraction(from: from, to: to, db)
        case .moveFanOut(let id, let move): try FanOutChanges(app: app, id: id).move(move, db)
        case .addDecisions(let new, of: let id): try DecisionChanges(app: app).add(new, of: id, &events, db)
        case .keepReminders(let new, of: let id): try ReminderRows(app: app).keep(new, of: id, db)
        case .admit(let users, to: let id, at: let instant):
            try FanOutChanges(app: app, id: id).admit(users, at: instant, db)
            events.add(.triggerMoved, app: app, .trigger(id))
        case .closeFanOut(let id): try FanOutChanges(app: app, id: id).close(db)
        case .expectRecipients(let id, let known, let unknown):
            try FanOutChanges(app: app, id: id).expectRecipients(known: known, unknown: unknown, db)
        case .keepWaits(let id, let waits): try FanOutChanges(app: app, id: id).keepWaits(waits, db)
        case .endWaits(let id, let users): try FanOutChanges(app: app, id: id).endWaits(users, db)
        case .expectWait(let id, earliest: let instant):
            try FanOutChanges(app: app, id: id).expectWait(earliest: instant, db)
        case .redecide(let release): try DecisionChanges(app: app).redecide(release, &events, db)
        case .startSummary(let id, let text, at: let now, let trace):
            try DecisionChanges(app: app).startSummary(id, text, at: now, trace, db)
        case .postponeHeld(dueAt: let now, let part):
            try DecisionChanges(app: app).postponeHeld(part, dueAt: now, db)
        case .sweepNotifications(let sweeps, of: let user):
            try RetentionRows(app: app).write(sweeps, of: user, &events, db)
        case .sweepTrigger(let sweep): try RetentionRows(app: app).write(sweep, db)
        case .closeWindow(let closed): try WindowChanges(window: closed.window).close(closed, &events, db)
        case .postponeWindow(let window, dueAt: let now, until: let instant):
            try WindowChanges(window: window).postpone(dueAt: now, until: instant, db)
        }
        return nil
    }

    private func addEntity(_ ref: EntityRef, newOwner: UserID?, _ events: inout EventBatch) {
        events.add(.entityChanged, app: app, .entity(ref))
        if let newOwner { events.add(.ownerChanged, app: app, user: newOwner, .entity(ref)) }
    }
}
