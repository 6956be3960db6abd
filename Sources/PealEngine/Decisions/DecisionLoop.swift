import PealStore
public import ServiceLifecycle

/// Decides: releases held pushes, closes digest windows, fans triggers out, and raises alerts of pushes that no device has
/// confirmed, in slices one after another.
///
/// One loop for all of them, because each may count against the same user's caps. A critical trigger waits for the end of
/// one slice at most, whatever step it belongs to.
public struct DecisionLoop: Service {
    let dependencies: DecisionDependencies
    let release: HeldRelease
    let closing: WindowClosing
    let fanOut: FanOut
    let confirmations: ConfirmationEnds

    /// Wires the loop.
    /// - Parameters:
    ///   - dependencies: what its steps share.
    ///   - gate: closes intake while too many triggers wait.
    public init(_ dependencies: DecisionDependencies, gate: BacklogGate) {
        self.dependencies = dependencies
        release = HeldRelease(dependencies)
        closing = WindowClosing(dependencies)
        fanOut = FanOut(dependencies, gate: gate)
        confirmations = ConfirmationEnds(dependencies)
    }

    /// Runs until graceful shutdown.
    public func run() async throws {
        let (clock, work) = (dependencies.clock, dependencies.work)
        await RestartingLoop(
            name: "decide",
            wakeUp: work.accepted,
            clock: clock,
            metrics: dependencies.metrics,
            logger: dependencies.logger
        ).run {
            let now = clock.now
            return try await round() ? .none : .until(try await dependencies.store.nextDue(after: now))
        }
    }

    /// One slice of each step; returns whether there may be more to do at once.
    package func round() async throws -> Bool {
        let due = try await fanOut.due()
        var steps: [() async throws -> Bool] = []
        if !due.appsWithDueHeld.isEmpty {
            steps.append { try await release.slice(of: due.appsWithDueHeld, after: fanOut.sliceOfCritical) }
        }
        if due.hasWindows { steps.append { try await closing.slice(after: fanOut.sliceOfCritical) } }
        // A step before it may have decided some of them, or taken long: then fan-out reads what is due again.
        let triggers = steps.isEmpty ? due.triggers : nil
        steps.append { try await fanOut.slice(of: triggers?.get()) }
        if due.hasConfirmations { steps.append(confirmations.slice) }
        // What could not be done of one keeps the others from nothing.
        var failure: (any Error)?
        var isBusy = false
        for step in steps {
            do {
                if try await step() { isBusy = true }
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return isBusy
    }
}
