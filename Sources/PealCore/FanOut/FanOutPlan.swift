/// What a decided page means for its trigger.
public struct FanOutPlan: Sendable, Equatable {
    /// How the fan-out goes on.
    public private(set) var move: FanOutMove
    /// The users who wait no longer.
    public private(set) var arrived: [UserID] = []
    /// Whether a pass over recipients that is not the only one ends with the page.
    public private(set) var endsPass = false
    /// The earliest instant that is waited for after the page; what ends a pass is planned from it.
    public private(set) var nextWait: Timestamp?
    /// Whether the claim and the quota of the trigger are released, because it reached nobody (R154, R160).
    public private(set) var releasesClaim = false

    /// Whether the fan-out ends with the page.
    public var isLast: Bool { move.phase == .finished }

    /// Plans it.
    ///
    /// The cursor, which names a user, is kept only while the fan-out needs it.
    public init(_ page: FanOutPage) {
        let here = FanOutPosition(cursor: page.cursor ?? page.position.cursor, dueAt: page.position.dueAt)
        move = FanOutMove(from: page.position, to: here, phase: Self.phase(after: .pageDecided))
        if page.isPlaced {
            arrived = (page.gone + page.decided + page.reminded).filter { page.waiting[$0] == nil }
        } else if !page.waiting.isEmpty {
            move.pass = .placing
        }
        guard page.isLast else { return }
        endsPass = page.isLocal || page.openUntil != nil
        move.to.cursor = nil
        if endsPass {
            nextWait = (page.waiting.values + [page.others.nextWait].compactMap(\.self)).min()
            if let next = nextWait ?? page.opensUntil {
                move.to.dueAt = next
                move.phase = Self.phase(after: page.openUntil.map { .opened(until: $0) } ?? .passDecided)
                move.pass = .placed
                return
            }
            move.pass = LocalPass.none
        }
        move.phase = Self.phase(after: .lastPageDecided)
        releasesClaim = page.decided.isEmpty && !page.others.hasDecisions
    }

    private static func phase(after event: TriggerMachine.Event) -> TriggerState.Phase? {
        TriggerMachine.next(.running, on: event)?.phase
    }
}

extension FanOutPage {
    /// Until when the trigger waits for users who join; `nil` once it was looked at then.
    fileprivate var opensUntil: Timestamp? {
        openUntil.flatMap { isPlaced && position.dueAt >= $0 ? nil : $0 }
    }
}
