import PealCore
import PealMemory

extension NotificationFact {
    init(_ row: NotificationRow, app: AppID) {
        self.init(
            app: app,
            id: row.id,
            trigger: row.trigger,
            user: row.user,
            rank: row.priority.rank,
            createdAt: row.createdAt,
            expiresAt: row.expiresAt,
            policyVersion: row.policyVersion,
            push: Self.text(row.push),
            pushReason: row.reason?.rawValue,
            heldUntil: row.heldUntil,
            window: row.digestWindow?.key,
            windowEnds: row.digestWindow?.closesAt,
            representative: row.representative,
            inAppReason: Self.text(row.inApp),
            thread: row.content.thread,
            seenAt: row.seenAt,
            readAt: row.readAt,
            removedAt: row.removal?.at,
            removal: row.removal.map { $0.kind.rawValue },
            isAlert: row.isAlert,
            link: row.content.link,
            hasTrace: !row.trace.steps.isEmpty
        )
    }

    private static func text(_ push: PushState) -> String {
        switch push {
        case .sending, .stopped: "send"
        case .held: "hold"
        case .digested: "digest"
        case .represented, .suppressed: "suppress"
        }
    }

    private static func text(_ inApp: InAppResult) -> String? {
        guard case .hide(let reason) = inApp else { return nil }
        return reason.rawValue
    }
}
