import PealCore
import PealEngine
import Testing

@Suite("Why, in sentences")
struct StepSentenceTests {
    struct Golden: Sendable, CustomTestStringConvertible {
        /// The steps up to the one whose sentence is meant.
        var steps: [Trace.Step]
        var push: PushResult
        var sentence: String

        var testDescription: String { sentence }

        init(_ steps: Trace.Step..., push: PushResult = .suppress(.muted), says sentence: String) {
            self.steps = steps
            self.push = push
            self.sentence = sentence
        }
    }

    static let window = LocalTime("22:00").flatMap { start in
        LocalTime("08:00").map { Trace.Detail.quietHours(QuietWindow(start: start, end: $0), zone: "Europe/Berlin") }
    }
    static let until = Timestamp(seconds: 1_800_000_000)
    private static let mandatory = Trace.Step(.mandatory, .override, nil, .roles(["dd"]))
    private static let stopped = Trace.Step(.mute, .stop, .muted, .mute(.all))
    private static let held = Trace.Step(.quietHours, .hold, .quietHours, window)

    static let passes = [
        Golden(.init(.type, .pass), says: "Type enabled, actor rule met."),
        Golden(
            .init(.audience, .pass, nil, .audience(.users)),
            says: "The user is a recipient (named in the trigger)."
        ),
        Golden(.init(.audience, .pass, nil, .audience(.members)), says: "The user is a recipient (a member)."),
        Golden(.init(.audience, .pass, nil, .audience(.owner)), says: "The user is a recipient (the owner)."),
        Golden(.init(.audience, .pass, nil, .audience(.all)), says: "The user is a recipient (all users)."),
        Golden(.init(.mandatory, .pass), says: "The category is not mandatory for this user."),
        Golden(.init(.preference, .pass), says: "The user's preferences allow it."),
        Golden(.init(.preference, .pass, nil, .inAppOff), says: "Push is on for this category; the inbox is off."),
        Golden(
            mandatory,
            .init(.preference, .pass),
            says: "Preferences do not apply: the category is mandatory for this user."
        ),
        Golden(.init(.mute, .pass), says: "Not muted."),
        Golden(.init(.device, .pass, nil, .devices(1)), says: "1 device can show it."),
        Golden(.init(.device, .pass, nil, .devices(3)), says: "3 devices can show it."),
        Golden(.init(.quietHours, .pass), says: "Outside quiet hours."),
        Golden(stopped, .init(.quietHours, .pass), says: "Quiet hours: skipped, no push."),
        Golden(.init(.throttle, .pass), says: "No limit was reached."),
        Golden(.init(.throttle, .pass, nil, .push(2, of: 3)), says: "Within the limit: push 2 of 3."),
        Golden(stopped, .init(.throttle, .pass), says: "Limits: skipped, no push."),
        Golden(.init(.digest, .pass), says: "Not digested."),
        Golden(
            .init(.digest, .pass, nil, .firstOfDigest),
            says: "The first of its digest: pushed immediately, the next ones are digested."
        ),
        Golden(
            .init(.digest, .pass, nil, .individual),
            says: "Individual and critical notifications are never digested."
        ),
        Golden(
            .init(.digest, .pass, .summarised, .notifications(7)),
            push: .send([]),
            says: "Sent as one summary of 7 notifications."
        ),
        Golden(stopped, .init(.digest, .pass), says: "Digest: skipped, no push."),
        Golden(.init(.route, .pass, nil, .devices(1)), push: .send([]), says: "Sent to 1 device."),
        Golden(.init(.route, .pass, nil, .devices(2)), push: .send([]), says: "Sent to 2 devices."),
        Golden(
            .init(.route, .pass, nil, .unconfirmed),
            says: "No device confirmed the push before it expired: pinned in the inbox as an alert until acknowledged."
        ),
        Golden(
            .init(.route, .pass, nil, .alert),
            says: "No device can be reached: pinned in the inbox as an alert until acknowledged."
        ),
        Golden(stopped, .init(.route, .pass), says: "No push to send."),
        Golden(held, .init(.route, .pass), push: .hold(until: until), says: "The push waits until the hold ends."),
    ]

    static let stops = [
        Golden(.init(.type, .stop, .typeDisabled), says: "The type is disabled in the catalog."),
        Golden(.init(.type, .stop, .typeDisabled, .typeRemoved), says: "The type is no longer in the catalog."),
        Golden(.init(.type, .stop, .actorRule), says: "The type's actor rule is not met."),
        Golden(
            .init(.type, .stop, .actorRule, .actor(.admin)),
            says: "The type's actor rule is not met for actor kind admin."
        ),
        Golden(.init(.audience, .stop, .unknownUser), says: "This user is not known."),
        Golden(
            .init(.audience, .stop, .actorExcluded),
            says: "Their own action: the type excludes the actor."
        ),
        Golden(.init(.preference, .stop, .categoryDisabled), says: "The user switched the category off."),
        Golden(
            .init(.preference, .stop, .channelDisabled, .channels([.push])),
            says: "The user switched push off, for this category or for all."
        ),
        Golden(
            .init(.preference, .stop, .channelDisabled, .channels([.push, .inApp])),
            says: "The user switched push, inApp off, for this category or for all."
        ),
        Golden(.init(.mute, .stop, .muted, .mute(.all)), says: "The user muted everything."),
        Golden(
            .init(.mute, .stop, .muted, .mute(.category("kudos"))),
            says: "The user muted category kudos."
        ),
        Golden(
            .init(.mute, .stop, .muted, .mute(.thread("chat/1"))),
            says: "The user muted thread chat/1."
        ),
        Golden(.init(.device, .stop, .noDevice), says: "The user has no active device."),
        Golden(
            .init(.device, .stop, .noDevice, .unservedDevices(2)),
            says: "The user's devices cannot be reached: no provider serves their 2."
        ),
        Golden(
            .init(.device, .stop, .permissionDenied, .devices(2)),
            says: "Push permission is denied on all of the user's devices (2)."
        ),
        Golden(
            .init(.device, .stop, .capabilityMissing, .capability("bluetooth")),
            says: "This type requires the device permission “bluetooth”, which no device has granted."
        ),
        Golden(
            .init(.quietHours, .stop, .quietHours, window),
            says: "Quiet hours 22:00–08:00 Europe/Berlin: not pushed."
        ),
        Golden(
            .init(.device, .stop, .permissionDenied, .devices(1)),
            says: "Push permission is denied on the user's only device."
        ),
        Golden(
            .init(.route, .stop, .cancelled, .revoked(.moved)),
            says: "Cancelled before it was sent: its entity was moved to another time."
        ),
        Golden(.init(.route, .stop, .expired), says: "It expired before it could be sent."),
        Golden(
            .init(.throttle, .stop, .throttled, .limit(3, per: .seconds(3_600))),
            says: "The limit of 3 in 1 hour was reached: not pushed."
        ),
        Golden(
            .init(.route, .stop, .superseded),
            says: "A later notification about the same entity made it out of date before it was sent."
        ),
        Golden(
            .init(.digest, .stop, .summarised, .notifications(8)),
            says: "It is part of a summary and not pushed on its own."
        ),
    ]

    /// The digest stage; the sweep below has no history to digest by.
    static let digests = [
        Golden(
            .init(.digest, .hold, .digested, .digestKey("limit")),
            push: .digest(until: until),
            says: "In a digest until 2027-01-15 08:00 UTC."
        ),
        Golden(
            .init(.throttle, .override, nil, .limit(3, per: .seconds(3_600))),
            push: .send([]),
            says: "Over the limit of 3 in 1 hour, but this notification bypasses it."
        ),
        Golden(
            .init(.throttle, .hold, .throttled, .limit(3, per: .seconds(3_600))),
            push: .digest(until: until),
            says: "Over the limit of 3 in 1 hour: held until 2027-01-15 08:00 UTC."
        ),
        Golden(
            .init(.throttle, .hold, .throttled, .limit(3, per: .seconds(3_600))),
            push: .hold(until: until),
            says: "Over the limit of 3 in 1 hour: held until 2027-01-15 08:00 UTC."
        ),
        Golden(
            .init(.digest, .hold, .digested),
            push: .digest(until: until),
            says: "In a digest until 2027-01-15 08:00 UTC."
        ),
        Golden(
            .init(.digest, .hold, .digested, .digestKey("chat/1")),
            push: .send([]),
            says: "In a digest until its window closed."
        ),
        Golden(
            .init(.digest, .hold, .digested, .senderLimit),
            push: .digest(until: until),
            says: "The sender's limit is reached: digested until 2027-01-15 08:00 UTC."
        ),
        Golden(
            .init(.device, .hold, nil, .userActive),
            push: .hold(until: until),
            says: "The user is active in the app: the push waits until 2027-01-15 08:00 UTC."
        ),
        Golden(
            .init(.device, .hold, nil, .viewing("c1")),
            push: .hold(until: until),
            says: "The user is looking at the thread “c1”: the push waits until 2027-01-15 08:00 UTC."
        ),
        Golden(.init(.digest, .release), says: "The window closed: the push was decided again from here."),
        Golden(
            .init(.digest, .release, .digested, .notifications(4)),
            push: .suppress(.digested),
            says: "The window closed: 4 notifications became one digest."
        ),
        Golden(
            .init(.digest, .release, .summarised, .notifications(4)),
            push: .suppress(.summarised),
            says: "It waited with others: 4 notifications became one summary."
        ),
        Golden(
            .init(.digest, .release, .muted, .notifications(4)),
            says: "The window closed: no push was sent, because the user muted it."
        ),
        Golden(
            .init(.digest, .release, .resolvedElsewhere),
            push: .suppress(.resolvedElsewhere),
            says: "The window closed: the user had read it on another device, so no push was sent."
        ),
        Golden(
            .init(.digest, .release, .expired),
            push: .suppress(.expired),
            says: "The window closed: the push had expired and was not sent."
        ),
    ]

    static let others = [
        Golden(mandatory, says: "Mandatory for users with the role dd: preferences and mutes do not apply."),
        Golden(.init(.mandatory, .override), says: "Mandatory for all users: preferences and mutes do not apply."),
        Golden(.init(.mute, .override, nil, .mute(.all)), says: "Muted (all), but this type bypasses mutes."),
        Golden(
            mandatory,
            .init(.mute, .override, nil, .mute(.all)),
            says: "Muted (all), but the category is mandatory for this user."
        ),
        Golden(
            .init(.quietHours, .override, nil, window),
            says: "Quiet hours 22:00–08:00 Europe/Berlin, but this notification bypasses them."
        ),
        Golden(
            held,
            push: .hold(until: until),
            says: "Quiet hours 22:00–08:00 Europe/Berlin: held until 2027-01-15 08:00 UTC."
        ),
        Golden(held, push: .send([]), says: "Quiet hours 22:00–08:00 Europe/Berlin: held until they end."),
        Golden(
            held,
            .init(.quietHours, .release),
            push: .send([]),
            says: "The hold ended: the push was decided again from here."
        ),
        Golden(
            held,
            .init(.quietHours, .release, .resolvedElsewhere),
            push: .suppress(.resolvedElsewhere),
            says: "The hold ended: the user had read it on another device, so no push was sent."
        ),
        Golden(
            stopped,
            .init(.quietHours, .release),
            .init(.quietHours, .pass),
            push: .send([]),
            says: "Outside quiet hours."
        ),
    ]

    @Test("every step has its words", arguments: passes + stops + digests + others)
    func golden(_ golden: Golden) {
        let steps = Why.steps(of: Trace(golden.steps), push: golden.push)
        #expect(steps.count == golden.steps.count)
        #expect(steps.last?.sentence == golden.sentence)
    }

    @Test("a stage that was not asked says so", arguments: Stage.allCases)
    func skipped(stage: Stage) {
        let sentence = Why.steps(of: Trace([.init(stage, .skip)]), push: .suppress(.typeDisabled)).first?.sentence
        #expect(sentence?.hasSuffix(": skipped, already decided.") == true)
    }

    @Test("of two holds only the one that lasts names its end")
    func heldAgain() {
        let steps = Why.steps(
            of: Trace([Self.held, .init(.quietHours, .release), Self.held]),
            push: .hold(until: Self.until)
        )
        #expect(steps.first?.sentence == "Quiet hours 22:00–08:00 Europe/Berlin: held until they end.")
        #expect(
            steps.last?.sentence == "Quiet hours 22:00–08:00 Europe/Berlin: held until 2027-01-15 08:00 UTC."
        )
    }

    @Test("the digest says how many wait in it", arguments: [(1, "1 other"), (3, "3 others")])
    func companions(count: Int, words: String) {
        let trace = Trace([.init(.digest, .hold, .digested, .digestKey("chat/1"))])
        let steps = Why.steps(of: trace, push: .digest(until: Self.until), companions: count)
        #expect(steps.last?.sentence == "In a digest with \(words) until 2027-01-15 08:00 UTC.")
    }

    @Test("whatever the decider can come to is one of these")
    func everyDecision() throws {
        let known = Set((Self.passes + Self.stops + Self.others).compactMap(\.steps.last).map(Kind.init))
        var seen: Set<Kind> = []
        for situation in DecisionSweep.all {
            let decision = try situation.decide()
            for step in Why.steps(of: decision.trace, push: decision.push) {
                if step.step.outcome != .skip { seen.insert(Kind(step.step)) }
                #expect(step.sentence.hasSuffix("."))
                #expect(!step.sentence.contains("stopped (") && !step.sentence.contains(": overridden"))
            }
        }
        #expect(seen.subtracting(known).isEmpty)
        // Only a release, a hold that ended and a push that came too late need time to pass.
        let later: Set<Reason?> = [.superseded, .expired, .resolvedElsewhere, .throttled, .summarised, .cancelled]
        #expect(known.subtracting(seen).allSatisfy { $0.outcome == .release || later.contains($0.reason) })
    }

    /// What tells sentences apart, but for names and numbers.
    private struct Kind: Hashable {
        var stage: Stage
        var outcome: Trace.Outcome
        var reason: Reason?

        init(_ step: Trace.Step) {
            stage = step.stage
            outcome = step.outcome
            reason = step.reason
        }
    }
}
