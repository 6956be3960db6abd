import PealCore

/// Says a trace entry in one sentence.
struct StepSentence {
    /// What the steps before say that a sentence must not contradict; a release starts over.
    struct Round {
        private(set) var isMandatory = false
        private(set) var pushEnded = false
        private(set) var isHeld = false

        /// Goes on to a step.
        mutating func enter(_ step: Trace.Step) {
            switch step.outcome {
            case .release: self = Round()
            case .stop: pushEnded = true
            case .hold: isHeld = true
            case .override where step.stage == .mandatory: isMandatory = true
            case .pass, .override, .skip: break
            }
        }
    }

    let step: Trace.Step
    let round: Round
    /// Until when this hold lasts, where it still does.
    var heldUntil: Timestamp?

    var text: String {
        switch step.outcome {
        case .skip: "\(name): not asked, it was settled before."
        case .release where step.reason == .resolvedElsewhere:
            "The hold ended: the person had read it elsewhere, so no push was sent."
        case .release: "The hold ended: the push was decided again from here on."
        case .pass: passed
        case .stop: stopped
        case .hold: held
        case .override: overridden
        }
    }

    private var argument: String { step.argument ?? "" }

    private var name: String {
        switch step.stage {
        case .type: "Type and actor rule"
        case .audience: "Audience"
        case .mandatory: "Mandatory"
        case .preference: "Preferences"
        case .mute: "Mutes"
        case .device: "Devices"
        case .quietHours: "Quiet hours"
        case .throttle: "Throttle"
        case .digest: "Digest"
        case .route: "Route"
        }
    }

    private var passed: String {
        switch step.stage {
        case .type: "The type is on and its actor rule holds."
        case .audience: "The person is in the audience (\(audience))."
        case .mandatory: "The category is not mandatory for this person."
        case .preference where round.isMandatory:
            "Preferences are not asked: the category is mandatory for this person."
        case .preference where step.argument == "inApp off": "Push is on for this category; the inbox is off."
        case .preference: "The person's preferences let it pass."
        case .mute: "Nothing of it is muted."
        case .device: "\(count) that may show it."
        case .quietHours where round.pushEnded, .throttle where round.pushEnded, .digest where round.pushEnded:
            "\(name): not asked, there is no push."
        case .quietHours: "It is not within quiet hours."
        case .throttle: "No limit was reached."
        case .digest: "It is not gathered into a digest."
        case .route where step.argument == "alert":
            "No device can be reached: pinned in the inbox as an alert until acknowledged."
        case .route where step.argument != nil: "Sent to \(argument == "1" ? "1 device" : "\(argument) devices")."
        case .route where round.isHeld: "The push waits until the hold ends."
        case .route: "No push to send."
        }
    }

    private var audience: String {
        switch step.argument {
        case "users": "named in the trigger"
        case "members": "a member"
        case "owner": "the owner"
        case "all": "everybody"
        default: "as the trigger says"
        }
    }

    private var count: String { argument == "1" ? "1 device" : "\(argument.isEmpty ? "All" : argument) devices" }

    private var held: String {
        guard let until = heldUntil else { return "Quiet hours \(argument): held until they end." }
        // The window's end in the person's own zone is what they know it by.
        let end = argument.split(separator: " ").first.flatMap { $0.split(separator: "–").last }
        return "Quiet hours \(argument): held until \(end.map(String.init) ?? until.rfc3339) (\(until.rfc3339))."
    }

    private var overridden: String {
        switch step.stage {
        case .mandatory where argument.isEmpty: "Mandatory for everybody: preferences and mutes do not count."
        case .mandatory: "Mandatory for \(argument): preferences and mutes do not count."
        case .mute where round.isMandatory: "Muted (\(argument)), but the category is mandatory for this person."
        case .mute: "Muted (\(argument)), but this type passes mutes."
        case .quietHours: "Quiet hours \(argument), but this notification passes them."
        default: "\(name): overridden\(argument.isEmpty ? "" : " (\(argument))")."
        }
    }

    private var stopped: String {
        switch step.reason {
        case .typeDisabled: "The type is switched off in the catalog."
        case .actorRule: "The type's actor rule does not hold\(argument.isEmpty ? "" : " for actor kind \(argument)")."
        case .actorExcluded: "The person did it themself, and the type leaves the actor out."
        case .unknownUser: "Nobody by that name exists in this app."
        case .categoryDisabled: "The person switched the category off."
        case .channelDisabled:
            "The person switched off \(argument.isEmpty ? "the channel" : argument) for this category or at all."
        case .muted: "The person muted \(mutedWhat), so there is no push."
        case .permissionDenied: "None of the person's devices (\(argument)) is permitted to show notifications."
        case .noDevice where argument.isEmpty: "The person has no active device."
        case .noDevice: "The person's devices cannot be reached: \(argument)."
        case .capabilityMissing: "No device has granted \(argument), which this type requires."
        case .quietHours: "Quiet hours \(argument): not pushed."
        case .expired: "It expired before it could be sent."
        case .featureOff: "The app has no inbox."
        case .resolvedElsewhere: "The person had read it elsewhere."
        case .cancelled: "The trigger was cancelled."
        case .some(let reason): "\(name): stopped (\(reason.rawValue))."
        case nil: "\(name): stopped."
        }
    }

    private var mutedWhat: String { argument == "all" ? "everything" : argument }
}
