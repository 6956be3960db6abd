public import PealCore

/// What another catalog would have done otherwise with recorded traffic, counted, with examples of users.
public struct TrafficDifference: Sendable, Equatable {
    /// A side of a decision that differs.
    public enum Aspect: String, Sendable, CaseIterable, Comparable {
        /// Whether it is accepted, and whether the user is a recipient at all.
        case recipient
        /// What happens on the devices.
        case push
        /// What happens in the inbox.
        case inApp
        /// How urgent it is.
        case priority
        /// What it says.
        case content

        /// In the order of the cases.
        public static func < (left: Aspect, right: Aspect) -> Bool {
            (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
        }
    }

    /// Decisions of one type that differ in the same way.
    public struct Key: Sendable, Hashable {
        /// The notification type.
        public var type: TypeID
        /// What differs.
        public var aspect: Aspect
        /// What it is under the catalog in force, for example `suppress quiet-hours`.
        public var from: String
        /// What it would be.
        public var to: String
    }

    /// How many decisions differ in one way, and whose.
    public struct Change: Sendable, Equatable {
        /// In which way.
        public var key: Key
        /// How many decisions.
        public var count: Int
        /// The first users found.
        public var users: [UserID]
    }

    /// What happens to pushes under one catalog: `send`, `hold`, `digest`, `suppress`, `rejected`, `not-addressed`.
    public typealias Outcomes = [String: Int]

    /// Triggers looked at.
    public internal(set) var triggers = 0
    /// Decisions made under each catalog.
    public internal(set) var decisions = 0
    /// Decisions that differ in any way.
    public internal(set) var differing = 0
    /// Triggers that were left out, by why; they are not among ``triggers``.
    public internal(set) var leftOut: [Absence: Int] = [:]
    /// Places in which the catalogs differ that the figures do not try, for example `types.message.summary`.
    public internal(set) var untried: [String] = []
    /// Whether it ended before the last trigger.
    public internal(set) var isTruncated = false
    /// Pushes under the catalog in force.
    public internal(set) var before: Outcomes = [:]
    /// Pushes under the other one.
    public internal(set) var after: Outcomes = [:]

    /// Why a trigger was left out.
    public enum Absence: Sendable, CaseIterable {
        /// Its data was dropped with the delivery log.
        case data
        /// No key at hand opens its data.
        case key
        /// No catalog that is kept knows its type.
        case type
    }

    /// How many triggers were left out.
    public var unreadable: Int { leftOut.values.reduce(0, +) }

    private var counts: [Key: (count: Int, users: [UserID])] = [:]
    private let examples: Int

    init(examples: Int) { self.examples = examples }

    /// The ways in which decisions differ, the most frequent first.
    public var changes: [Change] {
        counts.map { Change(key: $0.key, count: $0.value.count, users: $0.value.users) }.sorted { left, right in
            if left.count != right.count { return left.count > right.count }
            let (one, other) = (left.key, right.key)
            if one.type != other.type { return one.type < other.type }
            if one.aspect != other.aspect { return one.aspect < other.aspect }
            return (one.from, one.to) < (other.from, other.to)
        }
    }

    /// Equal when every figure is.
    public static func == (left: TrafficDifference, right: TrafficDifference) -> Bool {
        left.triggers == right.triggers && left.decisions == right.decisions && left.differing == right.differing
            && left.leftOut == right.leftOut && left.untried == right.untried && left.isTruncated == right.isTruncated
            && left.before == right.before && left.after == right.after && left.changes == right.changes
    }

    mutating func note(_ type: TypeID, _ user: UserID, from old: ReplayOutcome, to new: ReplayOutcome) {
        decisions += 1
        before[old.word, default: 0] += 1
        after[new.word, default: 0] += 1
        guard old != new else { return }
        differing += 1
        for (aspect, from, to) in old.differences(from: new) {
            let key = Key(type: type, aspect: aspect, from: from, to: to)
            var found = counts[key] ?? (0, [])
            found.count += 1
            if found.users.count < examples, !found.users.contains(user) { found.users.append(user) }
            counts[key] = found
        }
    }
}
