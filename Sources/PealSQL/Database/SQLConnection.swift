package import PealCore

/// A connection within one transaction: it runs statements, and puts keys for apps and apps for keys.
package final class SQLConnection {
    private let session: any SQLSession
    private let known: AppKeys
    private let writes: Bool
    private let undo: Undo
    /// Keys of this transaction, which may be undone with it.
    private(set) var fresh = AppNames()
    /// Statements that this transaction ran.
    private var prepared = PreparedStatements()
    /// Most statements in a row are about the same app.
    private var latest: (app: AppID, key: Int64)?

    /// Wraps a connection that reads, or one that writes and gives unknown apps a key.
    package init(_ session: any SQLSession, apps: AppKeys, writes: Bool = false, undo: Undo = .savepoint) {
        self.session = session
        self.known = apps
        self.writes = writes
        self.undo = undo
    }

    /// Executes one cached statement; returns how many rows it changed itself.
    @discardableResult
    package func run(_ sql: String, _ values: [SQLValue] = []) throws -> Int {
        let statement = try statement(sql, values)
        defer { statement.end() }
        while try statement.step() {}
        return session.changed
    }

    /// Hands each row of one cached statement to a closure.
    ///
    /// The row is only valid within it.
    package func each(_ sql: String, _ values: [SQLValue] = [], _ body: (SQLRow) throws -> Void) throws {
        let statement = try statement(sql, values)
        defer { statement.end() }
        while try statement.step() { try body(SQLRow(statement, of: self)) }
    }

    /// Makes a value of each row.
    package func all<Value>(
        _ sql: String,
        _ values: [SQLValue] = [],
        _ make: (SQLRow) throws -> Value
    ) throws -> [Value] {
        var made: [Value] = []
        try each(sql, values) { made.append(try make($0)) }
        return made
    }

    /// Makes a value of the first row.
    package func first<Value>(
        _ sql: String,
        _ values: [SQLValue] = [],
        _ make: (SQLRow) throws -> Value
    ) throws -> Value? {
        let statement = try statement(sql, values)
        defer { statement.end() }
        return try statement.step() ? make(SQLRow(statement, of: self)) : nil
    }

    /// The first value that is made of a row; later rows are not read.
    package func firstFound<Value>(
        _ sql: String,
        _ values: [SQLValue] = [],
        _ make: (SQLRow) throws -> Value?
    ) throws -> Value? {
        let statement = try statement(sql, values)
        defer { statement.end() }
        while try statement.step() {
            if let value = try make(SQLRow(statement, of: self)) { return value }
        }
        return nil
    }

    /// The first column of the first row, unless it is NULL.
    package func value<Value: SQLReadable>(
        _: Value.Type,
        _ sql: String,
        _ values: [SQLValue] = []
    ) throws -> Value? {
        try first(sql, values) { try $0.decode(Value?.self, atIndex: 0) } ?? nil
    }

    /// Inserts a row that the database numbers, and returns the number.
    func insertNumbered(_ sql: String, _ values: [SQLValue]) throws -> Int64 {
        guard let number = try value(Int64.self, sql, values) else { throw GuardFailed() }
        return number
    }

    /// Whether a statement finds any row.
    package func exists(_ sql: String, _ values: [SQLValue] = []) throws -> Bool {
        try first(sql, values) { _ in true } ?? false
    }
}

extension SQLConnection {
    /// How a change that fails leaves nothing behind.
    package enum Undo: Sendable {
        /// By a savepoint of its own, into which SQLite copies every page before it is written.
        case savepoint
        /// By the transaction: where something was written, the whole of it is rolled back and run again with savepoints.
        case transaction
    }

    /// A change failed that had written something already, and has no savepoint.
    package struct NeedsSavepoint: Error {}

    /// Runs a change that leaves nothing behind when it throws, inside an open transaction.
    /// - Throws: what the change throws; ``NeedsSavepoint`` where the transaction has to undo it.
    package func isolated<Value>(_ body: () throws -> Value) throws -> Value {
        switch undo {
        case .savepoint: try inSavepoint(body)
        case .transaction: try withoutSavepoint(body)
        }
    }

    /// Most changes succeed, and most of the others find a guard that fails before they write anything.
    private func withoutSavepoint<Value>(_ body: () throws -> Value) throws -> Value {
        let before = session.changedInAll
        do {
            return try body()
        } catch {
            // A statement that failed may leave rows that were not counted.
            let isClean = session.changedInAll == before && !session.isStatementError(error)
            guard isInsideTransaction, !isClean else { throw error }
            throw NeedsSavepoint()
        }
    }

    private func inSavepoint<Value>(_ body: () throws -> Value) throws -> Value {
        try writeCounts()
        try run("SAVEPOINT operation")
        do {
            let value = try body()
            try writeCounts()
            try run("RELEASE operation")
            return value
        } catch {
            dropCounts()
            // Keys that are still there are read again.
            fresh = AppNames()
            latest = nil
            if isInsideTransaction {
                try run("ROLLBACK TO operation")
                try run("RELEASE operation")
            }
            throw error
        }
    }

    /// Writes what has changed in the kept counts, when a change or a savepoint ends.
    func writeCounts() throws {
        guard let changes = session.takeCounts() else { return }
        try CountRows.write(changes, self)
    }

    /// Forgets changes of rows that are undone.
    func dropCounts() { _ = session.takeCounts() }

    /// Whether a transaction is open: a full disk or an I/O error makes SQLite roll everything back by itself.
    package var isInsideTransaction: Bool { session.isInsideTransaction }

    /// The port's error for what the database said.
    func portError(for error: any Error) -> any Error {
        error is GroupFailed ? error : session.portError(for: error)
    }
}

extension SQLConnection {
    /// A prepared statement with its values bound.
    private func statement(_ sql: String, _ values: [SQLValue]) throws -> any SQLStatement {
        let statement = try prepared.statement(sql) { try session.statement(session.dialect.render(sql)) }
        guard statement.parameterCount == values.count else { throw statement.wrongCount }
        #if DEBUG
        StatementRecord.shared?.note(sql, values)
        #endif
        for index in values.indices {
            guard let value = values[index] else {
                try statement.bindNull(at: index + 1)
                continue
            }
            try value.bind(to: statement, at: index + 1, self)
        }
        return statement
    }

    /// The key of an app.
    ///
    /// An app without one gets it when it is first written; a reader gets 0, which no row has.
    package func key(of app: AppID) throws -> Int64 {
        if let latest, latest.app == app { return latest.key }
        if let key = known.key(of: app) ?? fresh.keys[app] {
            latest = (app, key)
            return key
        }
        let name = app.rawValue
        if let key = try value(Int64.self, "SELECT key FROM app WHERE name = ?", [name]) {
            return note(app, as: key)
        }
        guard writes else { return 0 }
        return note(app, as: try insertNumbered("INSERT INTO app (name) VALUES (?) RETURNING key", [name]))
    }

    /// The app that a stored key is of.
    package func app(_ key: Int64) throws -> AppID {
        if let app = known.app(key) ?? fresh.apps[key] { return app }
        guard let name = try value(String.self, "SELECT name FROM app WHERE key = ?", [key]) else {
            throw StoreError(.corrupt, "no app has the key \(key)")
        }
        let app = AppID(name)
        _ = note(app, as: key)
        return app
    }

    /// What a reader sees is committed; what a writer sees may be its own.
    private func note(_ app: AppID, as key: Int64) -> Int64 {
        fresh.add(app, as: key)
        if !writes { known.add(fresh) }
        return key
    }
}
