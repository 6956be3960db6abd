import Dispatch

/// Runs everything of one seed on one queue, in the order it was asked for: what makes a run replayable.
final class SeedExecutor: SerialExecutor, TaskExecutor {
    private let queue: DispatchQueue

    init(seed: UInt64) { queue = DispatchQueue(label: "seed-\(seed)") }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async {
            job.runSynchronously(
                isolatedTo: self.asUnownedSerialExecutor(),
                taskExecutor: self.asUnownedTaskExecutor()
            )
        }
    }
}
