package import PealCore
import Synchronization

/// The one writer, with natural batching: whatever waits when it is free goes into the next transaction, with no timer.
///
/// A failing operation takes no neighbour along, and each is answered after the commit (``UndoChoice`` says how). Batches
/// run on the database's own serial queue: a cancelled caller neither stops nor loses one.
///
/// The events of a batch are written into the log with it, and handed on once it is committed and answered.
package final class BatchingWriter: Sendable {
    /// Receives the events of a transaction, and whether all that was due after it is leased.
    package typealias OnCommit = @Sendable (_ events: [Event], _ isClaimed: Bool) -> Void

    private let connection: any SQLWriter
    private let apps: AppKeys
    private let hooks: WriteHooks?
    private let onCommit: OnCommit?
    private let queue = Mutex(WriteQueue())
    private let log = Mutex(EventLogWriter())
    private let undo = Mutex(UndoChoice())
    private let observer = Mutex<CommitObserver?>(nil)

    package init(
        connection: any SQLWriter,
        apps: AppKeys,
        hooks: WriteHooks? = nil,
        onCommit: OnCommit? = nil
    ) {
        self.connection = connection
        self.apps = apps
        self.hooks = hooks
        self.onCommit = onCommit
    }

    /// Reports what transactions take from now on.
    package func observe(_ observer: CommitObserver) { self.observer.withLock { $0 = observer } }

    /// Runs a change that leaves no events, as ``perform(_:weight:_:)-(_,_,(SQLConnection,EventBatch)->Value)`` does.
    package func perform<Value: Sendable>(
        _ fifo: WriteQueue.Fifo,
        weight: Int = 1,
        _ body: @escaping @Sendable (SQLConnection) throws -> Value
    ) async throws -> Value {
        try await perform(fifo, weight: weight) { db, _ in try body(db) }
    }

    /// Runs a change and returns its result once it is on disk, with the events that it added.
    /// - Throws: what the closure threw, or ``StoreError`` `unavailable` when too much waits or the commit failed.
    package func perform<Value: Sendable>(
        _ fifo: WriteQueue.Fifo,
        weight: Int = 1,
        _ body: @escaping @Sendable (SQLConnection, inout EventBatch) throws -> Value
    ) async throws -> Value {
        guard let hooks else { return try await enqueue(fifo, weight: weight, body) }
        await hooks.before()
        let value = try await enqueue(fifo, weight: weight, body)
        await hooks.after()
        return value
    }

    private func enqueue<Value: Sendable>(
        _ fifo: WriteQueue.Fifo,
        weight: Int,
        _ body: @escaping @Sendable (SQLConnection, inout EventBatch) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Value, any Error>) in
            add([Self.operation(weight: weight, body) { continuation.resume(with: $0) }], to: fifo)
        }
    }

    /// Runs a change as ``perform(_:weight:_:)`` does, and another one after all others of its transaction.
    ///
    /// - Returns: what became of each: neither undoes the other.
    package func perform<First: Sendable, Last: Sendable>(
        _ fifo: WriteQueue.Fifo,
        weight: (Int, Int),
        _ first: @escaping @Sendable (SQLConnection, inout EventBatch) throws -> First,
        last: @escaping @Sendable (SQLConnection, inout EventBatch) throws -> Last
    ) async -> (Result<First, any Error>, Result<Last, any Error>) {
        await hooks?.before()
        let earlier = Earlier<First>()
        let results = await withCheckedContinuation { continuation in
            // The last one is never answered before the first.
            let operations = [
                Self.operation(weight: weight.0, first) { earlier.put($0) },
                Self.operation(weight: weight.1, isLast: true, last) { result in
                    continuation.resume(returning: (earlier.result, result))
                },
            ]
            add(operations, to: fifo)
        }
        await hooks?.after()
        return results
    }

    /// What became of the first of two changes.
    private final class Earlier<Value: Sendable>: Sendable {
        private let known = Mutex<Result<Value, any Error>?>(nil)

        var result: Result<Value, any Error> {
            known.withLock { $0 } ?? .failure(StoreError(.unavailable, "the change before it was not answered"))
        }

        func put(_ result: Result<Value, any Error>) { known.withLock { $0 = result } }
    }

    private static func operation<Value: Sendable>(
        weight: Int,
        isLast: Bool = false,
        _ body: @escaping @Sendable (SQLConnection, inout EventBatch) throws -> Value,
        answer: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) -> WriteOperation {
        WriteOperation(
            weight: weight,
            isLast: isLast,
            run: { db, events in
                let result = try isolated(db, &events, body)
                return { failure in answer(failure.map(Result.failure) ?? result) }
            },
            refuse: { answer(.failure($0)) }
        )
    }

    private func add(_ operations: [WriteOperation], to fifo: WriteQueue.Fifo) {
        switch queue.withLock({ $0.add(operations, to: fifo) }) {
        case .full:
            for operation in operations { operation.refuse(StoreError(.overloaded, "too many writes are waiting")) }
        case .queued: break
        case .queuedAndIdle: drain()
        }
    }

    private func drain() {
        guard hooks == nil else { return drainNow() }
        connection.enqueue { db in
            let batch = self.queue.withLock { $0.nextBatch() }
            guard !batch.isEmpty else { return }
            self.run(batch, db)
            // Asked for anew each time, so that other users of the connection get in between.
            self.drain()
        }
    }

    /// With hooks a run is to be replayed exactly: when another thread is ready must not decide what comes next.
    private func drainNow() {
        connection.runNow { db in
            while case let batch = queue.withLock({ $0.nextBatch() }), !batch.isEmpty { run(batch, db) }
        }
    }

    private func run(_ batch: [WriteOperation], _ session: any SQLWritingSession) {
        let choice = undo.withLock { $0.next() }
        do {
            try run(batch, session, choice)
        } catch {
            // Answers are given after the commit: nobody has heard of the first run.
            undo.withLock { $0.noteFailure() }
            observer.withLock { $0 }?.repeated()
            try? run(batch, session, .savepoint)
        }
        session.ended()
    }

    /// - Throws: ``Connection/NeedsSavepoint`` when all of it was rolled back and nobody was answered.
    private func run(_ batch: [WriteOperation], _ session: any SQLWritingSession, _ undo: SQLConnection.Undo)
        throws(SQLConnection
        .NeedsSavepoint)
    {
        let db = SQLConnection(session, apps: apps, writes: true, undo: undo)
        var events = EventBatch()
        var answers: [WriteOperation.Answer] = []
        answers.reserveCapacity(batch.count)
        do {
            try session.begin()
            for operation in batch {
                answers.append(try operation.run(db, &events))
                // A full disk or an I/O error makes SQLite roll everything back by itself.
                guard db.isInsideTransaction else {
                    throw StoreError(.unavailable, "the database rolled the transaction back")
                }
            }
            let changes = events
            try log.withLock { log in try log.write(changes, db) }
            try commit(session)
            apps.add(db.fresh)
            for answer in answers { answer(nil) }
            // After the answers: a caller counts what it was answered before a loop has done it.
            onCommit?(changes.events, changes.isClaimed)
        } catch {
            if session.isInsideTransaction { try? session.rollback() }
            db.dropCounts()
            if let failed = error as? SQLConnection.NeedsSavepoint { throw failed }
            // Keys that it gave to users are undone with it.
            log.withLock { $0 = EventLogWriter() }
            let failure = session.portError(for: error)
            for answer in answers { answer(failure) }
            for operation in batch.dropFirst(answers.count) { operation.refuse(failure) }
        }
    }

    private func commit(_ session: any SQLWritingSession) throws {
        guard let observer = observer.withLock({ $0 }) else { return try session.commit() }
        let began = observer.uptime()
        try session.commit()
        observer.committed(observer.uptime() - began)
    }

    /// What a change added that failed is dropped with it.
    private static func isolated<Value>(
        _ db: SQLConnection,
        _ events: inout EventBatch,
        _ body: (SQLConnection, inout EventBatch) throws -> Value
    ) throws -> Result<Value, any Error> {
        var own = EventBatch()
        do {
            let value = try db.isolated {
                let value = try body(db, &own)
                try db.writeCounts()
                return value
            }
            events.append(own)
            return .success(value)
        } catch let failed as SQLConnection.NeedsSavepoint {
            throw failed
        } catch {
            return .failure(db.portError(for: error))
        }
    }
}
