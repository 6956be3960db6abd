import PealCore
import PealStore

/// Writes a trace entry as one sentence.
struct StepSentence {
    /// Facts from the earlier steps that a sentence must not contradict; a release resets them.
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
    /// How many others wait in the same digest.
    var companions = 0

    var text: String {
        switch step.outcome {
        case .skip: "\(name): skipped, already decided."
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
        case .type: "Type"
        case .audience: "Audience"
        case .mandatory: "Mandatory"
        case .preference: "Preferences"
        case .mute: "Mutes"
        case .device: "Devices"
        case .quietHours: "Quiet hours"
        case .throttle: "Limits"
        case .digest: "Digest"
        case .route: "Result"
        }
    }

    private var passed: String {
        switch step.stage {
        case .type: "Type enabled, actor rule met."
        case .audience: "The user is a recipient (\(audience))."
        case .mandatory: "The category is not mandatory for this user."
        case .preference where round.isMandatory:
            "Preferences do not apply: the category is mandatory for this user."
        case .preference where step.argument == "inApp off": "Push is on for this category; the inbox is off."
        case .preference: "The user's preferences allow it."
        case .mute: "Not muted."
        case .device: "\(count) can show it."
        case .quietHours where round.pushEnded, .throttle where round.pushEnded, .digest where round.pushEnded:
            "\(name): skipped, no push."
        case .quietHours: "Outside quiet hours."
        case .throttle where step.argument != nil: "Within the limit: push \(argument)."
        case .throttle: "No limit was reached."
        case .digest where step.reason == .summarised: "Sent as one summary of \(notifications)."
        case .digest where argument == "first":
            "The first of its digest: pushed immediately, the next ones are digested."
        case .digest where argument == "individual": "Individual and critical notifications are never digested."
        case .digest: "Not digested."
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
        case "all": "all users"
        default: "from the trigger"
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
        case .throttle where step.argument == nil: "Over the limit: held \(ending)."
        case .throttle: "Over the limit of \(argument): held \(ending)."
        case .digest where step.reason == .summarised:
            "\(notifications) pending: part of the next summary, \(ending)."
        case .digest where argument == "limit": "The sender's limit is reached: digested \(ending)."
        case .digest where companions > 0:
            "In a digest with \(companions == 1 ? "1 other" : "\(companions) others") \(ending)."
        case .digest: "In a digest \(ending)."
        case .device:
            "The user is active in the app: the push waits \(heldUntil.map { "until \($0.rfc3339)" } ?? "a moment")."
        case .type, .audience, .mandatory, .preference, .mute, .route:
            "\(name): it waits\(heldUntil.map { " until \($0.rfc3339)" } ?? "")."
        }
    }

    private var heldByQuietHours: String {
        guard let until = heldUntil else { return "Quiet hours \(argument): held until they end." }
        // The end of quiet hours in the user's own time zone, as they set it.
        let end = argument.split(separator: " ").first.flatMap { $0.split(separator: "–").last }
        return "Quiet hours \(argument): held until \(end.map(String.init) ?? until.rfc3339) (\(until.rfc3339))."
    }

    /// What ended a wait.
    private var released: String {
        let what = step.stage == .digest ? "The window closed" : "The hold ended"
        return switch step.reason {
        case nil: "\(what): the push was decided again from here."
        case .resolvedElsewhere: "\(what): the user had read it on another device, so no push was sent."
        case .expired: "\(what): the push had expired and was not sent."
        case .cancelled: "\(what): the trigger was cancelled, so no push was sent."
        case .digested where step.argument == nil: "\(what): it became part of a digest."
        case .digested: "\(what): \(notifications) became one digest."
        case .summarised where step.argument == nil: "\(what): it became part of a summary."
        case .summarised: "\(what): \(notifications) became one summary."
        case .some(let reason): "\(what): no push was sent, because \(Self.because(reason))."
        }
    }

    private var overridden: String {
        switch step.stage {
        case .mandatory where argument.isEmpty: "Mandatory for all users: preferences and mutes do not apply."
        case .mandatory:
            "Mandatory for users with the role \(argument): preferences and mutes do not apply."
        case .mute where round.isMandatory: "Muted (\(argument)), but the category is mandatory for this user."
        case .mute: "Muted (\(argument)), but this type bypasses mutes."
        case .quietHours: "Quiet hours \(argument), but this notification bypasses them."
        case .throttle: "Over the limit of \(argument), but this notification bypasses it."
        case .type, .audience, .preference, .device, .digest, .route:
            "\(name): bypassed for this notification\(argument.isEmpty ? "" : " (\(argument))")."
        }
    }

    private var stopped: String {
        switch step.reason {
        case .typeDisabled where argument == "removed": "The type is no longer in the catalog."
        case .typeDisabled: "The type is disabled in the catalog."
        case .actorRule: "The type's actor rule is not met\(argument.isEmpty ? "" : " for actor kind \(argument)")."
        case .actorExcluded: "Their own action: the type excludes the actor."
        case .unknownUser: "Unknown user."
        case .categoryDisabled: "The user switched the category off."
        case .channelDisabled:
            "The user switched \(argument.isEmpty ? "the channel" : argument) off, for this category or for all."
        case .muted: "The user muted \(mutedWhat)."
        case .permissionDenied:
            argument == "1"
                ? "Push permission is denied on the user's only device."
                : "Push permission is denied on all of the user's devices (\(argument))."
        case .noDevice where argument.isEmpty: "The user has no active device."
        case .noDevice: "The user's devices cannot be reached: \(argument)."
        case .capabilityMissing: "This type requires the device permission “\(argument)”, which no device has granted."
        case .quietHours: "Quiet hours \(argument): not pushed."
        case .expired: "It expired before it could be sent."
        case .featureOff: "The app has no inbox."
        case .resolvedElsewhere: "The user had read it on another device."
        case .cancelled where !argument.isEmpty:
            "Cancelled before it was sent: its entity \(Self.revoked(argument))."
        case .cancelled: "The trigger was cancelled."
        case .throttled: "The limit\(argument.isEmpty ? "" : " of \(argument)") was reached: not pushed."
        case .digested: "It is part of a digest and not pushed on its own."
        case .summarised:
            "It is part of the summary that was pushed\(argument.isEmpty ? "" : ": \(argument) are pending")."
        case .providerRejected, .retriesExhausted: "No push was sent, because \(Self.because(step.reason))."
        case nil: "\(name): stopped."
        }
    }

    /// The outcome of the digest that includes a push.
    static func fate(of bundle: BundleFate) -> String {
        switch bundle.push {
        case .send: "The digest was sent with \(bundle.carrier)."
        case .hold(let until), .digest(let until): "The digest of \(bundle.carrier) is held until \(until.rfc3339)."
        case .suppress(let reason): "The digest of \(bundle.carrier) was not pushed, because \(because(reason))."
        }
    }

    /// A reason as the end of a sentence.
    private static func because(_ reason: Reason?) -> String {
        switch reason {
        case .typeDisabled: "the type is disabled"
        case .actorRule: "the type's actor rule is not met"
        case .actorExcluded: "it is their own action"
        case .unknownUser: "the user no longer exists"
        case .categoryDisabled: "the user switched the category off"
        case .channelDisabled: "the user switched push off"
        case .muted: "the user muted it"
        case .permissionDenied: "push permission is denied on all devices"
        case .noDevice: "the user has no active device"
        case .capabilityMissing: "no device has the capability that the type requires"
        case .quietHours: "quiet hours had started"
        case .throttled: "a limit was reached"
        case .digested: "it was digested"
        case .summarised: "it was summarised"
        case .expired: "it had expired"
        case .cancelled: "its trigger was cancelled"
        case .resolvedElsewhere: "the user had read it on another device"
        case .featureOff: "the app does not use this feature"
        case .providerRejected: "the push service rejected it"
        case .retriesExhausted: "the push service could not be reached"
        case nil: "a rule ended it"
        }
    }

    /// What the change of an entity was that revoked a type which had fired for it.
    static func revoked(_ cause: String) -> String {
        switch cause {
        case "entity-deleted": "was deleted"
        case "moved": "was moved to another time"
        case "no-time": "no longer has the time"
        case "ended": "has ended"
        default: "has a status that no longer requires it"
        }
    }

    private var mutedWhat: String { argument == "all" ? "everything" : argument }
}
