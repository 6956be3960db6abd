import Logging
import PealCore
import PealEngine
import PealStore
import ServiceLifecycle

/// Applies what operators change in queues from another process, within seconds of real time.
struct LaneWatch: Service {
    static let period = Duration.seconds(2)

    let store: any LaneStore
    let lanes: LaneBook
    let clock: any PealClock
    let work: WorkSignals
    let logger: Logger

    func run() async throws {
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            do {
                if lanes.apply(try await store.lanes(), now: clock.now) { work.deliverable.fire() }
            } catch {
                logger.error("cannot read the state of the queues", metadata: ["error": "\(error)"])
            }
            await cancelWhenGracefulShutdown { try? await Task.sleep(for: Self.period, clock: .continuous) }
        }
    }
}
