import GRDB
import Synchronization

/// The reading and writing statements that connections ran.
final class StatementLog: Sendable {
    let statements = Mutex<Set<String>>([])

    func listen(to db: Database) {
        db.trace { event in
            guard case .statement(let statement) = event else { return }
            let sql = statement.sql
            let verbs = ["SELECT", "INSERT", "UPDATE", "DELETE"]
            guard verbs.contains(where: { sql.hasPrefix($0) }), !sql.contains("sqlite_") else { return }
            self.statements.withLock { _ = $0.insert(sql) }
        }
    }
}
