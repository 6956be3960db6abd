import PealCore

/// A trigger that is about to be sent, and whether it has an injected mistake.
struct TriggerPlan: Sendable {
    var isBad: Bool
    var draft: TriggerDraft
}
