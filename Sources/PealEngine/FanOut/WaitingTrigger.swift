import PealCore

/// A trigger whose pushes waited, with what decides them again.
///
/// A class, because one is shared by everybody it waits for.
final class WaitingTrigger: Sendable {
    let trigger: Trigger
    let rules: PageDecider.Rules
    let decider: Decider
    let renderer: CopyRenderer

    init(trigger: Trigger, rules: PageDecider.Rules, decider: Decider, renderer: CopyRenderer) {
        self.trigger = trigger
        self.rules = rules
        self.decider = decider
        self.renderer = renderer
    }
}
