import PealCore

/// What the file of a world writes where a value depends on when the demo runs.
///
/// ``DemoTrigger/fresh`` is none of these: the page fills it in.
enum DemoGeneratedValue: Equatable {
    /// `$time:72h`: the instant that far from the moment, at a full minute.
    case time(Duration)
    /// `$day:5`: the day so many days from the moment.
    case day(Int)
    /// `$entity:startsAt`: that time of the trigger's entity, so that what phones say is what its board says.
    case entityTime(String)

    /// `nil` for every other text.
    init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return nil }
        switch parts[0] {
        case "$time":
            guard let distance = Duration(signedCatalog: parts[1]) else { return nil }
            self = .time(distance)
        case "$day":
            guard let days = Int(parts[1]) else { return nil }
            self = .day(days)
        case "$entity": self = .entityTime(parts[1])
        default: return nil
        }
    }

    /// What it stands for at a moment; `times` are those of the trigger's entity.
    func text(at moment: DemoMoment, times: [String: Timestamp]) -> String {
        switch self {
        case .time(let distance): moment.instant(after: distance).rfc3339
        case .day(let days): moment.day(after: days)
        case .entityTime(let name): (times[name] ?? moment.instant(after: .zero)).rfc3339
        }
    }
}

extension JSONValue {
    /// The value with all that is generated filled in; `times` are those of the trigger's entity.
    func filled(at moment: DemoMoment, times: [String: Timestamp]) -> JSONValue {
        switch self {
        case .string(let text):
            DemoGeneratedValue(text).map { .string($0.text(at: moment, times: times)) } ?? self
        case .array(let items): .array(items.map { $0.filled(at: moment, times: times) })
        case .object(let members): .object(members.mapValues { $0.filled(at: moment, times: times) })
        default: self
        }
    }
}
