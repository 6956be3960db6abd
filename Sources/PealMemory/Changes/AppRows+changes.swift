import PealCore
import PealStore

extension AppRows {
    /// Makes changes one after another, until a guard fails: then the rows are thrown away.
    /// - Throws: ``StoreError`` when a row is there already.
    mutating func apply(_ changes: [Change], _ readers: inout [EventReader: EventCursor]) throws -> GroupResult {
        var values: [ChangeValue] = []
        for (index, change) in changes.enumerated() {
            if let isMade = try decide(change) {
                guard isMade else { return .failed([index]) }
            } else if case .beginCancel(let id, let phase, let start, let at) = change {
                guard let undecided = beginCancel(id, in: phase, start, at: at) else { return .failed([index]) }
                values.append(.undecided(undecided))
            } else if case .ask(let question) = change {
                values.append(.reach(question, answer(question)))
            } else if case .queue(let provider, let change) = change {
                if let value = write(change, of: provider) { values.append(value) }
            } else {
                guard try write(change, &readers) else { return .failed([index]) }
            }
        }
        return .applied(values)
    }

    /// Makes a change; whether it found what it expects.
    private mutating func write(_ change: Change, _ readers: inout [EventReader: EventCursor]) throws -> Bool {
        switch change {
        case .expect(let push): return recipient(push.own.id) == push
        case .expectOrganisation(let ref, let facts): return organisation(of: ref) == facts
        case .addTrigger(let new): try add(new)
        case .patchEntity(let patch, at: let now): apply(patch, at: now)
        case .countRejected(let rejected): count(rejected)
        case .push(let change, of: let user): return write(change, of: user)
        case .expectOutcome(let facts):
            return outcomeFacts(facts.notifications.keys, facts.devices.keys) == facts
        case .delivery(let change): return write(change)
        case .redelivery(let change): return write(change)
        case .expectSchedule(let facts): return scheduleFacts(of: facts.ref) == facts
        case .expectEntity(let ref, let entity): return entities[ref] == entity
        case .expectPlannedAtMost(let version): return plannedVersion ?? version <= version
        case .changeFirings(of: let ref, let changes): return write(changes, of: ref)
        case .beginPlanning(let version, from: let earlier):
            guard plannedVersion == earlier else { return false }
            plannedVersion = version
            isPlanned = false
        case .endPlanning(let version):
            guard plannedVersion == version else { return false }
            isPlanned = true
        case .putEntity(let entity): put(entity)
        case .putMembers(let members): for member in members { _ = put(member) }
        case .deleteEntity(let ref): return deleteEntity(ref)
        case .noteDeletion(let ref, at: let now): noteDeletion(of: ref, at: now)
        case .moveDeletion(let ref, let from, let to): return moveDeletion(of: ref, from: from, to: to)
        case .ask, .beginCancel, .queue, .moveFanOut, .addDecisions, .keepReminders, .admit, .closeFanOut,
            .expectRecipients, .keepWaits, .endWaits, .expectWait, .redecide, .postponeHeld, .startSummary,
            .closeWindow, .postponeWindow:
            return false
        case .countCancelled(let id, let count): return self.count(count, of: id)
        case .releaseClaim(let id, let remembering): releaseClaim(of: id, remembering: remembering)
        case .releaseQuota(let id): releaseQuota(of: id)
        case .reserveQuota(let id, let reservation): return reserve(reservation, for: id)
        case .takeClaim(let id, let claim, at: let now): return take(claim, for: id, at: now)
        case .moveTrigger(let id, from: let dueAt, to: let time): return move(id, from: dueAt, to: time)
        case .resumeTrigger(let id, at: let time): return resume(id, at: time)
        case .appendAudit(let append): try audit.append(append)
        case .addCheckpoint(let checkpoint):
            guard audit.add(checkpoint) else { return false }
            add(.auditCheckpoint, .checkpoint(size: checkpoint.size))
        case .keepAuditSecret(let sealed, of: let user):
            try refuseErased(user)
            auditSecrets[user] = auditSecrets[user] ?? sealed
        case .countClaim(let claim):
            try refuseErased(claim.user)
            return count(claim)
        case .note(let kind, let note, about: let user):
            if let user { try refuseErased(user) }
            add(kind, user: user, .note(note))
        case .storeAnswer(let key, let answer, at: let now): store(answer, under: key, now: now)
        case .retract(let retraction): return retract(retraction)
        case .moveWithdrawal(let id, let cursor, let move): return moveWithdrawal(of: id, from: cursor, move)
        case .moveFiring(let id, let move): self.move(firingOf: id, move)
        case .inbox(let update, of: let user): return write(update, of: user)
        case .device(let update, of: let user):
            if case .insert = update { try refuseErased(user) }
            return write(update, of: user)
        case .reachability(let change):
            try refuseErased(change.user)
            return write(change)
        case .token(let update): return write(update)
        case .preferences(let update, of: let user):
            try refuseErased(user)
            return write(update, of: user)
        case .eta(let plan):
            try refuseErased(plan.user)
            return write(plan)
        case .noteView(let event, by: let user, let detail): add(.etaViewed, user: user, .entity(event), detail)
        case .keepAnalytics(let batch): keep(batch)
        case .channel(let change): return write(change)
        case .webhook(let change): return write(change)
        case .alert(let key, from: let old, to: let new):
            guard alerts[key] == old else { return false }
            alerts[key] = new
        case .action(let change): return write(change)
        case .putUser(let user, from: let old): return put(user, from: old)
        case .sync(let push): write(push)
        case .syncState(let change): return write(change)
        case .moveReader(let move):
            guard readers[move.reader] == move.from else { return false }
            readers[move.reader] = move.to
        case .sweepNotifications(let sweeps, of: let user): return write(sweeps, of: user)
        case .sweepTrigger(let sweep): return write(sweep)
        case .moveRetraction(let id, let from, let to): return moveRetraction(of: id, from: from, to: to)
        }
        return true
    }
}
