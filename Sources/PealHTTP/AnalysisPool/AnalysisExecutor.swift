import Dispatch
import Synchronization

/// A few threads of their own for work that computes long, so that it never sits on the threads that serve.
final class AnalysisExecutor: TaskExecutor {
    private let queues: [DispatchQueue]
    private let turn = Atomic<Int>(0)

    /// - Parameter threads: how many of them compute at the same time.
    init(threads: Int) {
        queues = (0..<max(threads, 1)).map { DispatchQueue(label: "peal.analysis.\($0)", qos: .utility) }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        let queue = queues[Int(UInt(bitPattern: turn.wrappingAdd(1, ordering: .relaxed).newValue) % UInt(queues.count))]
        queue.async { job.runSynchronously(on: executor) }
    }
}
