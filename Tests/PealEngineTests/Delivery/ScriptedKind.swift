import PealCore
import PealProviderKit
import PealTesting
import Synchronization

@testable import PealEngine

/// Pushes that are numbers; what is written of them is remembered, and some numbers the store refuses.
final class ScriptedKind: PushKind {
    /// A record in which one push was written, or several together.
    typealias Group = [Int]

    private struct State {
        var groups: [Group] = []
        var outcomes: [Int: SendOutcome] = [:]
        var refused: Set<Int> = []
    }

    /// Fired by each record.
    let recorded = WakeUp()
    let leavesMore = false
    private let isReadable: Bool
    private let beforeRecord: @Sendable ([Int]) async -> Void
    private let state: Mutex<State>

    /// - Parameters:
    ///   - refused: what the store does not take until ``accept()``.
    ///   - isReadable: whether the store reads what was not leased with pushes.
    ///   - beforeRecord: called with the pushes that are about to be written.
    init(
        refused: Set<Int> = [],
        isReadable: Bool = true,
        beforeRecord: @escaping @Sendable ([Int]) async -> Void = { _ in }
    ) {
        self.isReadable = isReadable
        self.beforeRecord = beforeRecord
        state = Mutex(State(refused: refused))
    }

    /// What was written together, in order.
    var groups: [Group] { state.withLock { $0.groups } }

    /// What was written of each push.
    var outcomes: [Int: SendOutcome] { state.withLock { $0.outcomes } }

    /// Lets the store take everything.
    func accept() { state.withLock { $0.refused = [] } }

    func delivery(of item: Int) -> DeliveryID? { nil }

    /// Each number is for a device of its own, which is named by it, as is its user.
    func recipient(of item: Int) -> (device: DeviceID, user: UserID) { (Self.device(of: item), UserID("u\(item)")) }

    /// The device that a number is for.
    static func device(of item: Int) -> DeviceID {
        DeviceID(UUIDv7(milliseconds: UInt64(abs(item)), random: (0, 0)))
    }

    func texts(for _: [Int]) async throws -> OpenedTexts {
        guard isReadable else { throw StoreError(.unavailable, "the store cannot be read") }
        return OpenedTexts()
    }

    func message(for item: Int, _: inout OpenedTexts, now: Timestamp) throws -> PushMessage {
        guard item >= 0 else { throw StoreError(.corrupt, "a message that cannot be composed") }
        return .fixture(token: "\(item)")
    }

    func record(_ ended: [EndedPush<Int>], _ epoch: Int) async throws {
        let numbers = ended.map(\.item)
        await beforeRecord(numbers)
        let isRefused = state.withLock { state in
            guard state.refused.isDisjoint(with: numbers) else { return true }
            state.groups.append(numbers)
            for push in ended { state.outcomes[push.item] = push.outcome }
            return false
        }
        if isRefused { throw StoreError(.corrupt, "the store does not take this") }
        recorded.fire()
    }
}
