import PealCore

/// A trigger whose pushes waited, with what decides them again.
///
/// A class, because one is shared by everybody it waits for.
final class WaitingTrigger: Sendable {
    let trigger: Trigger
    let rules: PageDecider.Rules
    let renderer: CopyRenderer

    init(trigger: Trigger, rules: PageDecider.Rules, renderer: CopyRenderer) {
        self.trigger = trigger
        self.rules = rules
        self.renderer = renderer
    }
}
