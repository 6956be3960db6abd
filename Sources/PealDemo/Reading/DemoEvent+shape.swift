import PealCore
import PealWire

extension DemoEvent {
    /// How an event is read.
    static var shape: Shape<DemoEvent> {
        .object { object in
            let title = object.required("title", .text(graphemes: 60))
            let explain = object.required("explain", .text(graphemes: 200))
            let trigger = object.required("trigger", DemoTrigger.shape)
            let isReply = object.optional("isReply", .bool) ?? false
            guard let title, let explain, let trigger else { return nil }
            return DemoEvent(title: title, explain: explain, trigger: trigger, isReply: isReply)
        }
    }
}

extension DemoTrigger {
    private static let names = ["entity", "entities", "transition", "actor", "to", "data", "priority"]

    /// How a trigger is read: its members by name, its generated values all known; the server that takes it checks the rest.
    static var shape: Shape<DemoTrigger> {
        .object { object in
            let type = object.required("type", Shape<TypeID>.key())
            var members: [String: JSONValue] = [:]
            for name in names { members[name] = object.optional(name, .template) }
            if !object.has("data") { object.report("is required", at: "data") }
            return type.map { DemoTrigger(type: $0, members: members) }
        }
    }
}

extension Shape where Value == JSONValue {
    /// Any value whose texts with a `$` in front are generated values.
    fileprivate static var template: Shape { Shape { json, path in isTemplate(json, path) ? json : nil } }

    private static func isTemplate(_ json: JSONValue, _ path: ReadingPath) -> Bool {
        switch json {
        case .string(let text):
            if !text.hasPrefix("$") || text == DemoTrigger.fresh || DemoGeneratedValue(text) != nil { return true }
            path.report("unknown generated value `\(text)`; write $uuid, $time:72h, $day:5 or $entity:startsAt")
            return false
        case .array(let items):
            return items.enumerated().allSatisfy { isTemplate($0.element, path.element($0.offset)) }
        case .object(let members):
            return members.sorted { $0.key < $1.key }.allSatisfy { isTemplate($0.value, path.member($0.key)) }
        default: return true
        }
    }
}
