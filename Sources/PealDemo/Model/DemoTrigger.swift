import PealCore

/// The body of a `POST /triggers`, with values that are generated when it is sent.
struct DemoTrigger: Sendable {
    /// Stands for an id of its own at every press; the page fills it in.
    static let fresh = "$uuid"

    var type: TypeID
    /// Everything but the type.
    var members: [String: JSONValue]

    /// The body at a moment; without an actor it is the system's.
    func json(at moment: DemoMoment) -> JSONValue {
        let entity = members["entity"]?.string.flatMap { EntityRef($0) }
        let times = entity.flatMap { moment.entities[$0] } ?? [:]
        var body = members.mapValues { $0.filled(at: moment, times: times) }
        body["type"] = .string(type.rawValue)
        if body["actor"] == nil { body["actor"] = .object(["kind": .string("system")]) }
        return .object(body)
    }
}
