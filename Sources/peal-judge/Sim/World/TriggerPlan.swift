import PealCore

/// A trigger that is about to be sent, and whether it has a mistake planted.
struct TriggerPlan: Sendable {
    var isBad: Bool
    var draft: TriggerDraft
}
