import PealCore

extension AppRows {
    /// Stores a reply; whether the member is as it was read, and what was stored of them is as it was read.
    mutating func write(_ plan: EtaPlan) -> Bool {
        let key = Member.Key(entity: plan.event, user: plan.user)
        guard let member = members[key], member.status == plan.member.status,
            member.updatedAt == plan.member.updatedAt, replies[key]?.record == plan.before
        else { return false }
        replies.put(EtaReplyRow(key: key, record: plan.after))
        for kind in plan.events { add(kind, user: plan.user, .entity(plan.event), plan.detail) }
        if let changed = plan.memberAfter { _ = put(changed) }
        return true
    }

    /// Deletes a member with what they replied; returns it.
    @discardableResult
    mutating func removeMember(_ key: Member.Key) -> Member? {
        replies.remove(key)
        return remove(key, from: \.members)
    }

    /// What replies and boards are made from; `nil` when there is no such entity.
    func etaFacts(_ question: EtaQuestion) -> EtaFacts? {
        guard let entity = entities[question.event] else { return nil }
        let users: [UserID] =
            switch question.participants {
            case .none: []
            case .one(let user): [user]
            case .all(let limit): members.keys(in: .of(question.event)).prefix(limit).map(\.user)
            }
        var facts = EtaFacts(
            event: entity,
            isAsked: isAsked(question),
            version: replies.rows(in: .of(question.event)).map(\.record.version).max() ?? 0,
            viewer: question.viewer.flatMap { members[Member.Key(entity: question.event, user: $0)] },
            participants: users.compactMap { participant($0, in: question.event) }
        )
        if let role = question.hostRole {
            facts.hasHost = members.rows(in: .of(question.event)).contains { $0.role == role }
        }
        return facts
    }

    private func participant(_ user: UserID, in event: EntityRef) -> EtaParticipant? {
        let key = Member.Key(entity: event, user: user)
        return members[key].map { member in
            var known = users[user]
            // As the other store reads it: without what only calls ask for.
            known?.tokensRevokedAt = nil
            return EtaParticipant(member: member, record: replies[key]?.record, user: known)
        }
    }

    /// Whether a request was accepted by a provider or shown in an inbox.
    private func isAsked(_ question: EtaQuestion) -> Bool {
        triggers.rows(in: .about(question.event)).filter { question.requests.contains($0.trigger.type) }
            .contains { trigger in
                notifications.rows(in: .trigger(trigger.key)).contains { row in
                    row.inApp == .show
                        || deliveries.rows(in: .notification(row.id)).contains { $0.acceptedAt != nil }
                }
            }
    }
}
