import PealCore

/// What the file of a world writes where a value depends on when the demo runs.
///
/// ``DemoTrigger/fresh`` is none of these: the page fills it in.
enum DemoGeneratedValue: Equatable {
    /// `$time:72h`: the instant that far from the moment, at a full minute.
    case time(Duration)
    /// `$day:5`: the day so many days from the moment.
    case day(Int)

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
        default: return nil
        }
    }

    /// What it stands for at a moment.
    func text(at moment: DemoMoment) -> String {
        switch self {
        case .time(let distance): moment.instant(after: distance).rfc3339
        case .day(let days): moment.day(after: days)
        }
    }
}

extension JSONValue {
    /// The value with all that is generated filled in.
    func filled(at moment: DemoMoment) -> JSONValue {
        switch self {
        case .string(let text): DemoGeneratedValue(text).map { .string($0.text(at: moment)) } ?? self
        case .array(let items): .array(items.map { $0.filled(at: moment) })
        case .object(let members): .object(members.mapValues { $0.filled(at: moment) })
        default: self
        }
    }
}
