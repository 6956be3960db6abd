import PealCore

extension AppRows {
    /// What triggers are checked against before they are accepted.
    func directoryFacts(_ needs: DirectoryNeeds) -> DirectoryFacts {
        var facts = DirectoryFacts()
        for entity in needs.organisations {
            _ = Organisation(of: entity) { ref in
                let organisation = organisation(of: ref)
                facts.organisations[ref] = .some(organisation)
                return organisation
            }
        }
        for question in needs.audiences { facts.audiences[question] = answer(question) }
        for question in needs.actors { facts.actors[question] = heldRoles(question) }
        return facts
    }

    func answer(_ question: AudienceQuestion) -> AudienceReach {
        let own = question.entity.flatMap { entities[$0] }
        switch question.audience {
        case .users(let named):
            return AudienceReach(areUsers(named), of: nil, isStored: true, isComplete: true, except: question.except)
        case .all:
            let found = areUsers(Array(users.keys.prefix(2)))
            return AudienceReach(found, of: nil, isStored: true, isComplete: true, except: question.except)
        case .owner:
            let owner = [question.owner.merged(into: own?.ownerID)].compactMap(\.self)
            return AudienceReach(
                areUsers(owner),
                of: question.entity,
                isStored: own != nil,
                isComplete: true,
                except: question.except
            )
        case .members(let query):
            guard let source = question.resolve(query.of, stored: own?.parent) else {
                return AudienceReach(isStored: own != nil)
            }
            let other = query.alsoMemberOf.map { question.resolve($0, stored: own?.parent) }
            let rows = members.rows(in: .of(source))
            let found = rows.prefix(AudienceQuestion.memberLimit).filter { member in
                query.takes(role: member.role, status: member.status)
                    && (other.map { $0.map { isMember(member.userID, of: $0) } ?? false } ?? true)
            }
            return AudienceReach(
                areUsers(found.prefix(AudienceQuestion.userLimit).map(\.userID)),
                of: source,
                isStored: entities.contains(source),
                isComplete: found.count < AudienceQuestion.userLimit && rows.count <= AudienceQuestion.memberLimit,
                except: question.except
            )
        }
    }

    private func areUsers(_ names: [UserID]) -> [(user: UserID, isUser: Bool)] {
        names.map { ($0, users.contains($0)) }
    }

    private func isMember(_ user: UserID, of entity: EntityRef) -> Bool {
        members.contains(Member.Key(entity: entity, user: user))
    }

    /// The roles of a user in the app, in an entity and in its ancestors.
    private func heldRoles(_ question: ActorQuestion) -> Set<String> {
        var roles = Set(users[question.user]?.roles ?? [])
        _ = Organisation(of: question.entity) { ref in
            if let role = members[Member.Key(entity: ref, user: question.user)]?.role { roles.insert(role) }
            let parent = ref == question.entity ? question.parent : .keep
            return Organisation.Facts(parent: parent.merged(into: entities[ref]?.parent), timeZone: nil)
        }
        return roles
    }
}
