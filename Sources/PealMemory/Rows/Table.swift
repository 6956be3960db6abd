/// A row of a table in memory: its key, and the groups that it is found by.
protocol TableRow: Sendable {
    associatedtype Key: Hashable & Comparable & Sendable
    associatedtype Group: Hashable & Sendable = Never

    var key: Key { get }
    var groups: [Group] { get }
}

extension TableRow where Group == Never {
    var groups: [Never] { [] }
}

/// Rows in the order of their keys, with groups as indexes.
///
/// Rows are boxed: a copy of a table, which every transaction keeps until it succeeds, copies references only.
struct Table<Row: TableRow>: Sendable {
    private var boxes: [Row.Key: Box] = [:]
    private var sorted: [Row.Key] = []
    private var members: [Row.Group: [Row.Key]] = [:]

    private final class Box: Sendable {
        let row: Row

        init(_ row: Row) { self.row = row }
    }

    var count: Int { sorted.count }

    /// The keys of all rows, in order.
    var keys: [Row.Key] { sorted }

    /// All rows, in the order of their keys.
    var rows: [Row] { sorted.compactMap { self[$0] } }

    subscript(key: Row.Key) -> Row? { boxes[key]?.row }

    func contains(_ key: Row.Key) -> Bool { boxes[key] != nil }

    /// The keys of a group's rows, in order.
    func keys(in group: Row.Group) -> [Row.Key] { members[group] ?? [] }

    /// The rows of a group, in the order of their keys.
    func rows(in group: Row.Group) -> [Row] { keys(in: group).compactMap { self[$0] } }

    /// The groups that have rows, in no order.
    var groups: Dictionary<Row.Group, [Row.Key]>.Keys { members.keys }

    func isEmpty(_ group: Row.Group) -> Bool { members[group] == nil }

    /// Inserts a row, or replaces the one with its key.
    mutating func put(_ row: Row) {
        let old = boxes.updateValue(Box(row), forKey: row.key)
        if old == nil { sorted.insertInOrder(row.key) }
        let (before, after) = (old?.row.groups ?? [], row.groups)
        guard before != after else { return }
        for group in before where !after.contains(group) { remove(row.key, from: group) }
        for group in after where !before.contains(group) { members[group, default: []].insertInOrder(row.key) }
    }

    /// Changes a row; whether it is there.
    @discardableResult
    mutating func update(_ key: Row.Key, _ change: (inout Row) throws -> Void) rethrows -> Bool {
        guard var row = boxes[key]?.row else { return false }
        try change(&row)
        put(row)
        return true
    }

    /// Deletes a row; returns it.
    @discardableResult
    mutating func remove(_ key: Row.Key) -> Row? {
        guard let row = boxes.removeValue(forKey: key)?.row else { return nil }
        sorted.removeInOrder(key)
        for group in row.groups { remove(key, from: group) }
        return row
    }

    private mutating func remove(_ key: Row.Key, from group: Row.Group) {
        members[group]?.removeInOrder(key)
        if members[group]?.isEmpty == true { members[group] = nil }
    }
}
