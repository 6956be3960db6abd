import Logging
import PealEngine
import ServiceLifecycle

/// Applies what operators change in queues from another process, within seconds of real time.
struct QueueRecordReader: Service {
    static let period = Duration.seconds(2)

    let engine: Engine

    func run() async throws {
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            do {
                try await engine.readQueueRecords()
            } catch {
                engine.ports.logger.error("cannot read the state of the queues", metadata: ["error": "\(error)"])
            }
            await cancelWhenGracefulShutdown { try? await Task.sleep(for: Self.period, clock: .continuous) }
        }
    }
}
