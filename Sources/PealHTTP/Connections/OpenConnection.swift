import NIOCore
import Synchronization

/// What a connection does: it works on an answer, or it is idle and may end for another one.
final class OpenConnection: Sendable {
    private static let working = Int64.max

    /// What its address is counted by; `nil` for a proxy.
    let address: String?
    private let channel: any Channel
    private let table: ConnectionTable
    private let since: Atomic<Int64>
    private let chosen = Atomic<Bool>(false)
    /// Whether a request came when it was to end: since then its address may hold one too many.
    private let isSpared = Atomic<Bool>(false)

    init(_ channel: any Channel, address: String?, table: ConnectionTable, at now: NIODeadline) {
        self.channel = channel
        self.address = address
        self.table = table
        since = Atomic(Int64(clamping: now.uptimeNanoseconds))
    }

    /// Since when it is idle, in nanoseconds; `nil` while it works, or ends already.
    var idleSince: Int64? {
        let since = since.load(ordering: .acquiring)
        return since == Self.working || isChosen ? nil : since
    }

    /// Whether it is about to end for another one.
    var isChosen: Bool { chosen.load(ordering: .acquiring) }

    /// A request came.
    func works() { since.store(Self.working, ordering: .releasing) }

    /// Every request is answered.
    func rests(at now: NIODeadline) {
        since.store(Int64(clamping: now.uptimeNanoseconds), ordering: .releasing)
        table.rested()
        guard isSpared.load(ordering: .relaxed) else { return }
        isSpared.store(false, ordering: .relaxed)
        table.makeUp(for: self)
    }

    /// Chooses it as the one to end; `false` when another one did.
    func choose() -> Bool { !chosen.exchange(true, ordering: .acquiringAndReleasing) }

    /// Ends it, unless a request came meanwhile.
    func end() {
        channel.eventLoop.execute {
            guard self.since.load(ordering: .acquiring) == Self.working else {
                self.channel.close(promise: nil)
                return
            }
            self.chosen.store(false, ordering: .releasing)
            self.isSpared.store(true, ordering: .relaxed)
            self.table.stays(self)
        }
    }
}
