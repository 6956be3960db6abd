import Foundation
import JudgeKit

/// Measures a phase: cost of the processes, growth of the disk, and the end of the last outcome.
struct Meter {
    let api: PealAPI
    let server: ServerProcess
    let simulator: Simulator
    let database: URL
    let timeLimit: Duration

    /// Runs a load of so many pushes and waits until the last outcome is on disk; `load` sends it and returns
    /// acknowledged triggers a second.
    func measure(
        _ name: String,
        pushes: Int,
        _ load: () async throws -> Double?
    ) async throws -> Measurement {
        let accepted = "peal_deliveries_ended_total{state=\"accepted\"}"
        let sizeBefore = try DiskSize.bytes(of: database)
        let endedBefore = try await api.metric("peal_deliveries_ended_total")
        let acceptedBefore = try await api.metric(accepted)
        let before = try figures()
        var peakOwn = before.server.ownResident
        let watch = Stopwatch()
        let acceptedPerSecond = try await load()
        _ = try await Stopwatch.poll(
            "\(name): not all outcomes are recorded",
            every: .milliseconds(25),
            atMost: timeLimit
        ) {
            peakOwn = max(peakOwn, try ProcessFigures(pid: server.child.pid).ownResident)
            let ended = try await api.metric("peal_deliveries_ended_total") - endedBefore
            guard ended >= pushes else { return nil as Bool? }
            // Counted just before the commit: what is in flight has not been recorded yet.
            return try await api.metric("peal_deliveries_in_flight") == 0 ? true : nil
        }
        let seconds = watch.seconds
        let after = try figures()
        let arrived = try await api.metric(accepted) - acceptedBefore
        guard arrived == pushes else {
            throw JudgeError(.unexpectedAnswer, "\(name): \(arrived) accepted of \(pushes) pushes")
        }
        return Measurement(
            name: name,
            pushes: pushes,
            seconds: seconds,
            acceptedPerSecond: acceptedPerSecond,
            serverCPU: after.server.cpuSeconds - before.server.cpuSeconds,
            simulatorCPU: after.simulator.cpuSeconds - before.simulator.cpuSeconds,
            clientCPU: after.client.cpuSeconds - before.client.cpuSeconds,
            bytes: try DiskSize.bytes(of: database) - sizeBefore,
            peakResident: after.server.peakResident,
            peakOwn: peakOwn
        )
    }

    private func figures() throws -> (server: ProcessFigures, simulator: ProcessFigures, client: ProcessFigures) {
        (
            try ProcessFigures(pid: server.child.pid), try ProcessFigures(pid: simulator.process.child.pid),
            try ProcessFigures(pid: getpid())
        )
    }
}
