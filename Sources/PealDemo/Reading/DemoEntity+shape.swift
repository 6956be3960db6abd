import PealCore
import PealWire

extension DemoEntity {
    /// How an entity is read.
    static var shape: Shape<DemoEntity> {
        .object { object in
            let ref = object.required("ref", .entity)
            let name = object.required("name", .text(graphemes: 40))
            let parent = object.optional("parent", .entity)
            let owner = object.optional("ownerId", .user)
            let status = object.optional("status", .identifier(bytes: 100))
            let times = object.optional("times", .map(.distance, atMost: 10)) ?? [:]
            let attributes = object.optional("attributes", .attributes) ?? [:]
            let members = object.optional("members", .array(DemoMember.shape, atMost: 20)) ?? []
            guard let ref, let name else { return nil }
            return DemoEntity(
                ref: ref,
                name: name,
                parent: parent,
                ownerID: owner,
                status: status,
                times: times,
                attributes: attributes,
                members: members
            )
        }
    }
}

extension DemoMember {
    /// How a membership is read.
    static var shape: Shape<DemoMember> {
        .object { object in
            let user = object.required("user", .user)
            let role = object.required("role", .identifier(bytes: 100))
            let status = object.optional("status", .identifier(bytes: 100))
            let attributes = object.optional("attributes", .attributes) ?? [:]
            guard let user, let role else { return nil }
            return DemoMember(user: user, role: role, status: status, attributes: attributes)
        }
    }
}

extension Shape where Value == Duration {
    /// How far an instant is from the start of the demo: `90m`, or `-1h` before it.
    fileprivate static var distance: Shape {
        Shape { json, path in
            guard let text = json.string, let distance = Duration(signedCatalog: text) else {
                path.report("must be a duration, such as \"90m\", or \"-1h\" for an hour before the start")
                return nil
            }
            return distance
        }
    }
}
