/// The entities that triggers of a request bring, as far as checks read them.
struct BroughtEntities {
    private var parents: [EntityRef: FieldPatch<EntityRef>] = [:]
    private var owners: [EntityRef: FieldPatch<UserID>] = [:]
    private(set) var refs: Set<EntityRef> = []

    /// The outermost ancestor of an entity, or the first one that nobody put.
    enum Root: Equatable {
        case known(EntityRef)
        case unknown(EntityRef)
    }

    mutating func add(_ patches: [EntityPatch]) {
        for patch in patches {
            refs.insert(patch.ref)
            if patch.parent != .keep { parents[patch.ref] = patch.parent }
            if patch.ownerID != .keep { owners[patch.ref] = patch.ownerID }
        }
    }

    /// What is asked about a trigger's audience; its actor counts only where the type includes them.
    func audience(of trigger: Trigger, includesActor: Bool) -> AudienceQuestion {
        AudienceQuestion(
            trigger.audience,
            entity: trigger.entity,
            parent: trigger.entity.map(parent(of:)) ?? .keep,
            owner: trigger.entity.flatMap { owners[$0] } ?? .keep,
            except: includesActor ? nil : trigger.actor?.id
        )
    }

    /// What becomes of the parent of an entity.
    func parent(of ref: EntityRef) -> FieldPatch<EntityRef> { parents[ref] ?? .keep }

    /// The parent of an entity, given or stored.
    func parent(of ref: EntityRef, _ facts: DirectoryFacts) -> EntityRef? {
        parent(of: ref).merged(into: (facts.organisations[ref] ?? nil)?.parent)
    }

    func isKnown(_ ref: EntityRef, _ facts: DirectoryFacts) -> Bool {
        refs.contains(ref) || (facts.organisations[ref] ?? nil) != nil
    }

    /// Follows the ancestors of an entity; `nil` without one.
    func root(of entity: EntityRef?, _ facts: DirectoryFacts) -> Root? {
        var root: Root?
        var unknown: EntityRef?
        _ = Organisation(of: entity) { ref in
            guard isKnown(ref, facts) else {
                unknown = unknown ?? ref
                return nil
            }
            root = .known(ref)
            return Organisation.Facts(parent: parent(of: ref, facts), timeZone: nil)
        }
        return unknown.map(Root.unknown) ?? root
    }
}
