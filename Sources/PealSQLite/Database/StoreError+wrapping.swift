import GRDB
import PealCore

extension StoreError {
    /// The port's error for what SQLite said; cancellation stays what it is.
    static func wrapping(_ error: any Error) -> any Error {
        switch error {
        case is StoreError, is CancellationError: return error
        case let error as DatabaseError:
            // Never the statement's arguments: they hold users' names.
            let message = error.message ?? "no message"
            switch error.resultCode {
            case .SQLITE_CONSTRAINT: return StoreError(.constraint, message)
            // SQLite's own words are about the last call, which may have gone well.
            case .SQLITE_FULL: return StoreError(.unavailable, full)
            case .SQLITE_CORRUPT, .SQLITE_NOTADB: return StoreError(.corrupt, message)
            case .SQLITE_INTERRUPT where Task.isCancelled, .SQLITE_ABORT where Task.isCancelled:
                return CancellationError()
            default: return StoreError(.unavailable, "SQLite \(error.extendedResultCode.rawValue): \(message)")
            }
        case is RowDecodingError: return StoreError(.corrupt, "a stored value has another type", cause: error)
        default: return StoreError(.unavailable, "the database failed", cause: error)
        }
    }
}
