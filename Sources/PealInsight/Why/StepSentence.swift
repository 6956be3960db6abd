import PealCore
import PealStore

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
    /// How many others wait in the same bundle.
    var companions = 0

    var text: String {
        switch step.outcome {
        case .skip: "\(name): not asked, it was settled before."
        case .release: released
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
        case .throttle where step.argument != nil: "Within the limit: push \(argument)."
        case .throttle: "No limit was reached."
        case .digest where step.reason == .summarised: "Sent as one summary of \(notifications)."
        case .digest where argument == "first": "The first of its kind: pushed at once, the next ones are bundled."
        case .digest where argument == "individual": "Individual and critical notifications are never bundled."
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

    private var notifications: String {
        argument == "1" ? "1 notification" : "\(argument.isEmpty ? "several" : argument) notifications"
    }

    private var ending: String { heldUntil.map { "until \($0.rfc3339)" } ?? "until its window closed" }

    private var held: String {
        switch step.stage {
        case .quietHours: heldByQuietHours
        case .throttle where step.argument == nil: "Over the limit: it waits \(ending)."
        case .throttle: "Over the limit of \(argument): it waits \(ending)."
        case .digest where step.reason == .summarised:
            "\(notifications) pending: gathered into the next summary, \(ending)."
        case .digest where argument == "limit": "The sender's limit is reached: bundled \(ending)."
        case .digest where companions > 0:
            "Bundled with \(companions == 1 ? "1 other" : "\(companions) others") \(ending)."
        case .digest: "Bundled \(ending)."
        case .device:
            "The person is active in the app: the push waits \(heldUntil.map { "until \($0.rfc3339)" } ?? "a moment")."
        case .type, .audience, .mandatory, .preference, .mute, .route:
            "\(name): it waits\(heldUntil.map { " until \($0.rfc3339)" } ?? "")."
        }
    }

    private var heldByQuietHours: String {
        guard let until = heldUntil else { return "Quiet hours \(argument): held until they end." }
        // The window's end in the person's own zone is what they know it by.
        let end = argument.split(separator: " ").first.flatMap { $0.split(separator: "–").last }
        return "Quiet hours \(argument): held until \(end.map(String.init) ?? until.rfc3339) (\(until.rfc3339))."
    }

    /// What ended a wait.
    private var released: String {
        let what = step.stage == .digest ? "The window closed" : "The hold ended"
        return switch step.reason {
        case nil: "\(what): the push was decided again from here on."
        case .resolvedElsewhere: "\(what): the person had read it elsewhere, so no push was sent."
        case .expired: "\(what): it had expired, so no push was sent."
        case .cancelled: "\(what): its trigger had been cancelled, so no push was sent."
        case .digested where step.argument == nil: "\(what): it became part of a bundle."
        case .digested: "\(what): \(notifications) became one bundle."
        case .summarised where step.argument == nil: "\(what): it became part of a summary."
        case .summarised: "\(what): \(notifications) became one summary."
        case .some(let reason): "\(what): no push was sent, because \(Self.because(reason))."
        }
    }

    private var overridden: String {
        switch step.stage {
        case .mandatory where argument.isEmpty: "Mandatory for everybody: preferences and mutes do not count."
        case .mandatory: "Mandatory for \(argument): preferences and mutes do not count."
        case .mute where round.isMandatory: "Muted (\(argument)), but the category is mandatory for this person."
        case .mute: "Muted (\(argument)), but this type passes mutes."
        case .quietHours: "Quiet hours \(argument), but this notification passes them."
        case .throttle: "Over the limit of \(argument), but this notification passes it."
        case .type, .audience, .preference, .device, .digest, .route:
            "\(name): set aside for this notification\(argument.isEmpty ? "" : " (\(argument))")."
        }
    }

    private var stopped: String {
        switch step.reason {
        case .typeDisabled where argument == "removed": "The type is no longer in the catalog."
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
        case .cancelled where !argument.isEmpty:
            "Cancelled before it went out: what it is about \(Self.revoked(argument))."
        case .cancelled: "The trigger was cancelled."
        case .throttled: "The limit\(argument.isEmpty ? "" : " of \(argument)") was reached: not pushed."
        case .digested: "It became part of a bundle, and is not pushed by itself."
        case .summarised:
            "The summary that was pushed stands for it\(argument.isEmpty ? "" : ": \(argument) are pending")."
        case .providerRejected, .retriesExhausted: "No push was sent, because \(Self.because(step.reason))."
        case nil: "\(name): it ends here."
        }
    }

    /// What became of the bundle that took a push.
    static func fate(of bundle: BundleFate) -> String {
        switch bundle.push {
        case .send: "The bundle went out with \(bundle.carrier)."
        case .hold(let until), .digest(let until): "The bundle waits with \(bundle.carrier) until \(until.rfc3339)."
        case .suppress(let reason): "The bundle of \(bundle.carrier) was not pushed, because \(because(reason))."
        }
    }

    /// A reason as the end of a sentence.
    private static func because(_ reason: Reason?) -> String {
        switch reason {
        case .typeDisabled: "the type is switched off"
        case .actorRule: "the type's actor rule does not hold"
        case .actorExcluded: "the person did it themself"
        case .unknownUser: "the user does not exist any more"
        case .categoryDisabled: "the person switched the category off"
        case .channelDisabled: "the person switched push off"
        case .muted: "the person muted it"
        case .permissionDenied: "no device is permitted to show notifications"
        case .noDevice: "the person has no active device"
        case .capabilityMissing: "no device has what the type requires"
        case .quietHours: "quiet hours had begun"
        case .throttled: "a limit was reached"
        case .digested: "it was bundled"
        case .summarised: "it was summarised"
        case .expired: "it had expired"
        case .cancelled: "its trigger was cancelled"
        case .resolvedElsewhere: "the person had read it elsewhere"
        case .featureOff: "the app does not use this"
        case .providerRejected: "the push service refused it"
        case .retriesExhausted: "the push service stayed out of reach"
        case nil: "a rule ended it"
        }
    }

    /// What the change of an entity was that revoked a type which had fired for it.
    static func revoked(_ cause: String) -> String {
        switch cause {
        case "entity-deleted": "was deleted"
        case "moved": "was moved to another time"
        case "no-time": "has no time any more"
        case "ended": "has ended"
        default: "is in a status that asks for it no longer"
        }
    }

    private var mutedWhat: String { argument == "all" ? "everything" : argument }
}
