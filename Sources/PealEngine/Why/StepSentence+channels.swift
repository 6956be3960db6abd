import PealCore

extension StepSentence {
    /// What an entry says about a channel other than push and the inbox.
    static func text(of step: Trace.Step, in channel: Channel) -> String {
        switch step.outcome {
        case .hold: "Quiet hours: what the channel \(channel) sends waits until they end."
        case .stop: "Nothing is sent in the channel \(channel), because \(because(step))."
        case .pass, .skip, .override, .release: "Sent in the channel \(channel)."
        }
    }

    private static func because(_ step: Trace.Step) -> String {
        switch step.reason {
        case .channelDisabled where step.stage == .type: "the type shows nothing"
        case .channelDisabled: "the user switched it off, for this category or for all"
        case .noDevice: "the app does not use it, or the user has no address there"
        default: because(step.reason)
        }
    }
}
