public import PealCore

/// The body of `POST /triggers`: well-formed; it is checked against its catalog later.
extension TriggerDraft: RequestBody {
    /// How it is read.
    public static var shape: Shape<TriggerDraft> {
        .object { object in
            let type = object.required("type", Shape<TypeID>.key(bytes: 100))
            var draft = TriggerDraft(
                type: type ?? "",
                entity: object.optional("entity", .entity),
                entities: object.optional("entities", .entityPatches) ?? [],
                transition: object.optional("transition", .identifier),
                actor: object.optional("actor", .actor),
                audience: object.optional("to", .audience),
                data: object.optional("data", .variables) ?? [:],
                priority: object.optional("priority", .identifier(bytes: 50))
            )
            draft.sendAt = object.optional("sendAt", .timestamp)
            draft.sendAtLocal = object.optional("sendAtLocal", .localDateTime)
            draft.cancelKey = object.optional("cancelKey", .identifier)
            return type == nil ? nil : draft
        }
    }
}

extension Shape where Value == [EntityPatch] {
    /// Entities by `type/id`.
    static var entityPatches: Shape {
        Shape<[String: EntityBody]>.map(EntityBody.shape, atMost: 50, nameBytes: 301).then { bodies, path in
            var patches: [EntityPatch] = []
            for (name, body) in bodies.sorted(by: { $0.key < $1.key }) {
                guard let ref = Shape<EntityRef>.entity.read(.string(name), path.member(name)) else { continue }
                patches.append(body.patch(of: ref))
            }
            return patches.count == bodies.count ? patches : nil
        }
    }
}

extension Shape where Value == [String: JSONValue] {
    /// The variables of a trigger, to be held against their declarations; `null` is as good as absent.
    static var variables: Shape {
        Shape.map(.any, atMost: 100, nameBytes: 100).then { values, _ in values.filter { $0.value != .null } }
    }
}

extension Shape where Value == Trigger.Actor {
    /// Who made something happen; a user unless it says otherwise.
    static var actor: Shape {
        .object { object in
            let id = object.optional("id", Shape<UserID>.namedUser)
            let kind = object.optional("kind", Shape<ActorType>.word())
            if id == nil, kind == nil, !object.has("id"), !object.has("kind") { object.report("needs id or kind") }
            return Trigger.Actor(id: id, kind: kind ?? .user)
        }
    }
}
