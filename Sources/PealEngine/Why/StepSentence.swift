import PealCore

/// Writes a trace entry as one sentence.
struct StepSentence {
    /// Facts from the earlier steps that a sentence must not contradict; a release resets them.
    struct Round {
        private(set) var isMandatory = false
        private(set) var pushEnded = false
        private(set) var isHeld = false

        /// Goes on to a step.
        mutating func enter(_ step: Trace.Step) {
            guard step.channel == nil else { return }
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
    /// The zone of the reader, whose times are written.
    var zone = Zone.utc
    /// Until when this hold lasts, where it still does.
    var heldUntil: Timestamp?
    /// How many others wait in the same digest.
    var companions = 0

    var text: String {
        if let channel = step.channel { return Self.text(of: step, in: channel) }
        return switch step.outcome {
        case .skip: "\(name): skipped, already decided."
        case .release: released
        case .pass: passed
        case .stop: stopped
        case .hold: held
        case .override: overridden
        }
    }

    /// The detail in words; empty when there is none.
    private var detail: String { step.detail?.words ?? "" }

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
        case .preference where step.detail == .inAppOff: "Push is on for this category; the inbox is off."
        case .preference: "The user's preferences allow it."
        case .mute: "Not muted."
        case .device: "\(devices) can show it."
        case .quietHours where round.pushEnded, .throttle where round.pushEnded, .digest where round.pushEnded:
            "\(name): skipped, no push."
        case .quietHours: "Outside quiet hours."
        case .throttle where step.detail != nil: "Within the limit: push \(detail)."
        case .throttle: "No limit was reached."
        case .digest where step.reason == .summarised: "Sent as one summary of \(notifications)."
        case .digest where step.detail == .firstOfDigest:
            "The first of its digest: pushed immediately, the next ones are digested."
        case .digest where step.detail == .individual: "Individual and critical notifications are never digested."
        case .digest: "Not digested."
        case .route where step.detail == .unconfirmed:
            "No device confirmed the push before it expired: pinned in the inbox as an alert until acknowledged."
        case .route where step.detail == .alert:
            "No device can be reached: pinned in the inbox as an alert until acknowledged."
        case .route where step.detail != nil: "Sent to \(devices)."
        case .route where round.isHeld: "The push waits until the hold ends."
        case .route: "No push to send."
        }
    }

    private var audience: String {
        switch step.detail {
        case .audience(.users): "named in the trigger"
        case .audience(.members): "a member"
        case .audience(.owner): "the owner"
        case .audience(.all): "all users"
        default: "from the trigger"
        }
    }

    private var devices: String {
        guard case .devices(let count) = step.detail else { return "All devices" }
        return counted(count, "device")
    }

    private var notifications: String {
        guard case .notifications(let count) = step.detail else { return "several notifications" }
        return counted(count, "notification")
    }

    private var ending: String { heldUntil.map { "until \(zone.text(of: $0))" } ?? "until its window closed" }

    private var held: String {
        switch step.stage {
        case .quietHours: heldByQuietHours
        case .throttle where step.detail == nil: "Over the limit: held \(ending)."
        case .throttle: "Over the limit of \(detail): held \(ending)."
        case .digest where step.detail == .senderLimit: "The sender's limit is reached: digested \(ending)."
        case .digest where companions > 0:
            "In a digest with \(counted(companions, "other")) \(ending)."
        case .digest: "In a digest \(ending)."
        case .device: "\(presence): the push waits \(heldUntil.map { "until \(zone.text(of: $0))" } ?? "a moment")."
        case .type, .audience, .mandatory, .preference, .mute, .route:
            "\(name): it waits\(heldUntil.map { " until \(zone.text(of: $0))" } ?? "")."
        }
    }

    private var presence: String {
        guard case .viewing(let thread) = step.detail else { return "The user is active in the app" }
        return "The user is looking at the thread “\(thread)”"
    }

    private var heldByQuietHours: String {
        guard let until = heldUntil else { return "Quiet hours \(detail): held until they end." }
        return "Quiet hours \(detail): held until \(zone.text(of: until))."
    }

    /// What ended a wait.
    private var released: String {
        let what =
            switch step.stage {
            case .digest: "The window closed"
            case .route: "It had not been sent for \(DecisionStamp.grace.text)"
            default: "The hold ended"
            }
        return switch step.reason {
        case nil: "\(what): the push was decided again from here."
        case .resolvedElsewhere: "\(what): the user had read it on another device, so no push was sent."
        case .expired: "\(what): the push had expired and was not sent."
        case .cancelled: "\(what): the trigger was cancelled, so no push was sent."
        case .digested where step.detail == nil: "\(what): it became part of a digest."
        case .digested: "\(what): \(notifications) became one digest."
        case .summarised: "It waited with others: \(notifications) became one summary."
        case .some(let reason): "\(what): no push was sent, because \(Self.because(reason))."
        }
    }

    private var overridden: String {
        switch step.stage {
        case .mandatory where detail.isEmpty: "Mandatory for all users: preferences and mutes do not apply."
        case .mandatory: "Mandatory for users with the role \(detail): preferences and mutes do not apply."
        case .mute where round.isMandatory: "Muted (\(detail)), but the category is mandatory for this user."
        case .mute: "Muted (\(detail)), but this type bypasses mutes."
        case .quietHours: "Quiet hours \(detail), but this notification bypasses them."
        case .throttle: "Over the limit of \(detail), but this notification bypasses it."
        case .type, .audience, .preference, .device, .digest, .route:
            "\(name): bypassed for this notification\(detail.isEmpty ? "" : " (\(detail))")."
        }
    }

    private var stopped: String {
        switch step.reason {
        case .typeDisabled where step.detail == .typeRemoved: "The type is no longer in the catalog."
        case .typeDisabled: "The type is disabled in the catalog."
        case .actorRule: "The type's actor rule is not met\(detail.isEmpty ? "" : " for actor kind \(detail)")."
        case .actorExcluded: "Their own action: the type excludes the actor."
        case .unknownUser: "This user is not known."
        case .categoryDisabled: "The user switched the category off."
        case .channelDisabled:
            "The user switched \(detail.isEmpty ? "the channel" : detail) off, for this category or for all."
        case .muted: "The user muted \(mutedWhat)."
        case .permissionDenied:
            step.detail == .devices(1)
                ? "Push permission is denied on the user's only device."
                : "Push permission is denied on all of the user's devices (\(detail))."
        case .noDevice where detail.isEmpty: "The user has no active device."
        case .noDevice: "The user's devices cannot be reached: \(detail)."
        case .capabilityMissing: "This type requires the device permission “\(detail)”, which no device has granted."
        case .quietHours: "Quiet hours \(detail): not pushed."
        case .expired: "It expired before it could be sent."
        case .featureOff: "The app has no inbox."
        case .resolvedElsewhere: "The user had read it on another device."
        case .cancelled where !detail.isEmpty: "Cancelled before it was sent: its entity \(detail)."
        case .cancelled: "The trigger was cancelled."
        case .throttled: "The limit\(detail.isEmpty ? "" : " of \(detail)") was reached: not pushed."
        case .digested: "It is part of a digest and not pushed on its own."
        case .summarised: "It is part of a summary and not pushed on its own."
        case .leftAudience: "The user is no longer a recipient: they left the trigger's audience before it was sent."
        case .entityDeleted: "Its entity was deleted before it was sent."
        case .superseded: "A later notification about the same entity made it out of date before it was sent."
        case .providerRejected, .retriesExhausted: "No push was sent, because \(Self.because(step.reason))."
        case nil: "\(name): stopped."
        }
    }

    /// The outcome of the digest that includes a push.
    static func fate(of digest: DigestOutcome, _ zone: Zone) -> String {
        switch digest.push {
        case .send: "The digest was sent with \(digest.representative)."
        case .hold(let until), .digest(let until):
            "The digest of \(digest.representative) is held until \(zone.text(of: until))."
        case .suppress(let reason): "The digest of \(digest.representative) was not pushed, because \(because(reason))."
        }
    }

    /// A reason as the end of a sentence.
    static func because(_ reason: Reason?) -> String {
        switch reason {
        case .typeDisabled: "the type is disabled"
        case .actorRule: "the type's actor rule is not met"
        case .actorExcluded: "it is their own action"
        case .unknownUser: "this user is not known"
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
        case .leftAudience: "the user had left its audience"
        case .entityDeleted: "its entity was deleted"
        case .superseded: "a later notification had made it out of date"
        case nil: "a rule ended it"
        }
    }

    private var mutedWhat: String { step.detail == .mute(.all) ? "everything" : detail }
}
