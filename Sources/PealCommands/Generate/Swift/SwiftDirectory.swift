/// The calls of a generated Swift file that are not triggers.
enum SwiftDirectory {
    /// The calls for users, and those for entities where the app declares some.
    static func lines(hasEntities: Bool) -> [String] {
        SourceText.lines(users + (hasEntities ? entities : "") + "}")
    }

    private static let users = #"""
        extension Peal {
            /// Creates or replaces a user.
            public func putUser(_ user: String, _ fields: User = User()) async throws {
                _ = try await call("PUT", "/users/\(Self.escaped(user))", fields.json)
            }

            /// Cancels a trigger; `recall` deletes its inbox rows as well.
            @discardableResult
            public func cancel(_ trigger: String, recall: Bool = false) async throws -> Cancelled {
                let answer = try await call("DELETE", "/triggers/\(Self.escaped(trigger))?recall=\(recall)")
                return try JSONDecoder().decode(Cancelled.self, from: answer)
            }

            /// Cancels all triggers that were sent with a cancel key; `recall` deletes their inbox rows as well.
            @discardableResult
            public func cancelByKey(_ cancelKey: String, recall: Bool = false) async throws -> Cancelled {
                let answer = try await call("DELETE", "/triggers?cancelKey=\(Self.escaped(cancelKey))&recall=\(recall)")
                return try JSONDecoder().decode(Cancelled.self, from: answer)
            }

        """#

    private static let entities = #"""

            /// Creates or replaces an entity, and members of it by user; members that are not named stay.
            @discardableResult
            public func putEntity(
                _ entity: EntityRef, _ fields: Entity = Entity(), members: [String: Member]? = nil
            ) async throws -> [Warning] {
                var body = fields.members
                if let members { body["members"] = Self.list(members) }
                return try Self.warnings(try await call("PUT", Self.path(entity), .object(said: body)))
            }

            /// Creates or replaces a member of an entity.
            @discardableResult
            public func putMember(
                of entity: EntityRef, _ user: String, _ fields: Member = Member()
            ) async throws -> [Warning] {
                let path = "\(Self.path(entity))/members/\(Self.escaped(user))"
                return try Self.warnings(try await call("PUT", path, fields.json()))
            }

            /// Creates or replaces up to 5000 members of an entity, by user: all or none.
            public func putMembers(
                of entity: EntityRef, _ members: [String: Member], idempotencyKey: String? = nil
            ) async throws {
                let path = "\(Self.path(entity))/members"
                _ = try await call("POST", path, ["members": Self.list(members)], idempotencyKey)
            }

            /// Deletes a member of an entity.
            public func deleteMember(of entity: EntityRef, _ user: String) async throws {
                _ = try await call("DELETE", "\(Self.path(entity))/members/\(Self.escaped(user))")
            }

            private static func list(_ members: [String: Member]) -> JSON {
                .array(members.sorted { $0.key < $1.key }.map { $1.json(user: $0) })
            }

            private static func path(_ entity: EntityRef) -> String {
                "/entities/\(escaped(entity.type.rawValue))/\(escaped(entity.id))"
            }

            private static func warnings(_ answer: Data) throws -> [Warning] {
                struct Body: Decodable { var warnings: [Warning]? }
                return try JSONDecoder().decode(Body.self, from: answer).warnings ?? []
            }

        """#
}
