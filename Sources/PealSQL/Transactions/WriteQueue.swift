/// What waits to be written: two bounded FIFOs.
///
/// Pure: the shell around it runs the batches.
package struct WriteQueue {
    /// Intake goes first; neither FIFO starves the other.
    package enum Fifo: Sendable {
        /// Callers who wait for an answer.
        case intake
        /// The pipeline's own progress.
        case progress
    }

    /// Most operations in one transaction.
    static let batchOperations = 500
    /// Rows after which a transaction takes no further operation, while nobody waits for answers.
    static let batchWeight = 4_000
    /// The same after recent intake: the next caller comes while a transaction runs, and waits for its end.
    static let shortWeight = 200
    /// Rows of progress for each row of intake that a short transaction has room for: about what a trigger leads to, so that
    /// what is accepted does not outrun what is done.
    static let progressShare = 4
    /// Transactions without intake after which callers are taken to be gone.
    static let patience = 32
    /// Most operations that may wait.
    static let capacity = 20_000

    private var intake = Waiting()
    /// Transactions since the last one with intake.
    private var quiet = patience
    private var progress = Waiting()
    /// Whether a batch has been asked for and has not looked at the queue yet, or is running.
    private(set) var isDraining = false

    var count: Int { intake.count + progress.count }

    /// What adding an operation led to.
    enum Added { case full, queued, queuedAndIdle }

    /// Adds operations one after another, all or none.
    mutating func add(_ operations: [WriteOperation], to fifo: Fifo) -> Added {
        guard count < Self.capacity else { return .full }
        for operation in operations {
            switch fifo {
            case .intake: intake.append(operation)
            case .progress: progress.append(operation)
            }
        }
        guard !isDraining else { return .queued }
        isDraining = true
        return .queuedAndIdle
    }

    /// The next batch: intake first, with a share kept for progress.
    ///
    /// An empty one ends the drain.
    mutating func nextBatch() -> [WriteOperation] {
        var batch: [WriteOperation] = []
        var weight = 0
        let share = progress.isEmpty ? 1 : 2
        quiet = intake.isEmpty ? min(quiet + 1, Self.patience) : 0
        intake.move(to: &batch, until: Self.batchOperations / share, weight: &weight, limit: Self.batchWeight / share)
        // Never less, however heavy the intake is: several imports at the same time would leave progress nothing.
        let rest = max(Self.shortWeight, Self.batchWeight - weight)
        let room = quiet < Self.patience ? min(rest, max(Self.shortWeight, weight * Self.progressShare)) : rest
        progress.move(to: &batch, until: Self.batchOperations, weight: &weight, limit: weight + room)
        intake.move(to: &batch, until: Self.batchOperations, weight: &weight, limit: Self.batchWeight)
        if batch.isEmpty { isDraining = false }
        return batch.contains(where: \.isLast) ? batch.filter { !$0.isLast } + batch.filter(\.isLast) : batch
    }

    /// First in, first out, without moving the rest at every step.
    private struct Waiting {
        private var operations: [WriteOperation] = []
        private var head = 0

        var count: Int { operations.count - head }
        var isEmpty: Bool { count == 0 }

        mutating func append(_ operation: WriteOperation) { operations.append(operation) }

        /// Takes while both limits hold; an operation heavier than the limit goes alone.
        mutating func move(to batch: inout [WriteOperation], until size: Int, weight: inout Int, limit: Int) {
            while head < operations.count, batch.count < size, weight < limit {
                weight += operations[head].weight
                batch.append(operations[head])
                head += 1
            }
            if head == operations.count || head > 1_024 {
                operations.removeFirst(head)
                head = 0
            }
        }
    }
}
