/// What a decided page means for its trigger.
public struct FanOutPlan: Sendable, Equatable {
    /// How the fan-out goes on.
    public private(set) var move: FanOutMove
    /// The users who wait for a local time no longer.
    public private(set) var arrived: [UserID] = []
    /// Whether a pass over the recipients of a local time ends with the page.
    public private(set) var endsPass = false
    /// Whether the claim and the quota of the trigger are released, because it reached nobody (R154, R160).
    public private(set) var releasesClaim = false

    /// Whether the fan-out ends with the page.
    public var isLast: Bool { move.phase == .finished }
    /// The earliest local time that is waited for after the page; what ends a pass is planned from it.
    public var nextWait: Timestamp? { endsPass && !isLast ? move.to.dueAt : nil }

    /// Plans it.
    ///
    /// The cursor, which names a user, is kept only while the fan-out needs it.
    public init(_ page: FanOutPage) {
        let here = FanOutPosition(cursor: page.cursor ?? page.position.cursor, dueAt: page.position.dueAt)
        move = FanOutMove(from: page.position, to: here, phase: Self.phase(after: .pageDecided))
        if page.isPlaced {
            arrived = (page.gone + page.decided).filter { page.waiting[$0] == nil }
        } else if !page.waiting.isEmpty {
            move.pass = .placing
        }
        guard page.isLast else { return }
        endsPass = page.isLocal
        move.to.cursor = nil
        let waits = page.waiting.values + [page.others.nextWait].compactMap(\.self)
        if page.isLocal, let next = waits.min() {
            move.to.dueAt = next
            move.phase = Self.phase(after: .passDecided)
            move.pass = .placed
            return
        }
        move.phase = Self.phase(after: .lastPageDecided)
        if page.isLocal { move.pass = LocalPass.none }
        releasesClaim = page.decided.isEmpty && !page.others.hasDecisions
    }

    private static func phase(after event: TriggerMachine.Event) -> TriggerState.Phase? {
        TriggerMachine.next(.running, on: event)?.phase
    }
}
