import Foundation
import GRDB
import JudgeKit
import PealCore

/// Reads facts from the rows of a database: statements of the judge's own, on a connection of its own.
struct SQLiteFacts: Sendable {
    let queue: DatabaseQueue

    init(path: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        queue = try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Counts the commits of others and the changes of its own.
    func version() throws -> Int {
        try queue.inDatabase { db in
            let others = try Int.fetchOne(db.cachedStatement(sql: "PRAGMA data_version")) ?? 0
            return others << 32 &+ db.totalChangesCount
        }
    }

    func read<Fact>(_ sql: String, _ fact: (Row) throws -> Fact?) throws -> [Fact] {
        try queue.inDatabase { db in
            var facts: [Fact] = []
            let rows = try Row.fetchCursor(db.cachedStatement(sql: sql))
            while let row = try rows.next() {
                if let fact = try fact(row) { facts.append(fact) }
            }
            return facts
        }
    }

    /// The name of a row's app, as `app`: facts are ordered by it.
    func app(of table: String) -> String { "(SELECT name FROM app WHERE key = \(table).app) AS app" }

    func number(_ sql: String) throws -> Int { try read(sql) { $0[0] as Int }.first ?? 0 }
}

extension Row {
    func time(_ index: Int) -> Timestamp { Timestamp(milliseconds: self[index]) }

    func timeIfAny(_ index: Int) -> Timestamp? { (self[index] as Int64?).map(Timestamp.init(milliseconds:)) }

    func text(_ index: Int) -> String { self[index] }

    func textIfAny(_ index: Int) -> String? { self[index] }

    func id<Kind: IDKind>(_ index: Int) throws -> ID<Kind> {
        guard let id = ID<Kind>(blob: self[index]) else {
            throw JudgeError(.invalid, "an identifier of other than 16 bytes")
        }
        return id
    }

    /// The app of a row: each key that a table has belongs to one.
    func app(_ index: Int) throws -> AppID {
        guard let name = textIfAny(index) else { throw JudgeError(.invalid, "a row of an app that has no key") }
        return AppID(name)
    }

    /// An entity by the columns of its type and its name.
    func entity(_ type: Int, _ id: Int) -> EntityRef? {
        guard let type: String = self[type], let id: String = self[id] else { return nil }
        return EntityRef(type: EntityTypeID(type), id: id)
    }
}

extension ID {
    /// The 16 bytes a row holds.
    var blob: Data { Data(rawValue.bytes) }

    /// Reads the 16 bytes of a row.
    init?(blob: Data) {
        guard let raw = UUIDv7(bytes: blob) else { return nil }
        self.init(raw)
    }
}
