/// The body of `PUT /users/{userId}/mutes` (R090, R091).
public struct MuteBody: RequestBody, Sendable {
    /// What is muted.
    public var scope: Scope
    /// How long; `nil` is until removed.
    public var duration: Duration?

    /// What is muted; a category still by its key.
    public enum Scope: Sendable, Equatable {
        case all
        case category(key: String)
        case thread(String)
    }

    private enum Word: String, CaseIterable { case all, category, thread }

    /// How it is read.
    public static var shape: Shape<MuteBody> {
        .object { object in
            let word = object.required("scope", Shape<Word>.word())
            let id = object.optional("id", .identifier)
            let duration = object.optional("for", .duration(atMost: .seconds(366 * 86_400)))
            guard let word else { return nil }
            if word == .all {
                if object.has("id") { object.report("is not allowed with scope \"all\"", at: "id") }
                return MuteBody(scope: .all, duration: duration)
            }
            guard let id else {
                if !object.has("id") { object.report("is required", at: "id") }
                return nil
            }
            return MuteBody(scope: word == .category ? .category(key: id) : .thread(id), duration: duration)
        }
    }
}
