import PealCore
import PealInsight
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

    private static let window = "22:00–08:00 Europe/Berlin"
    private static let until = Timestamp(seconds: 1_800_000_000)
    private static let mandatory = Trace.Step(.mandatory, .override, nil, "dd")
    private static let stopped = Trace.Step(.mute, .stop, .muted, "all")
    private static let held = Trace.Step(.quietHours, .hold, .quietHours, window)

    static let passes = [
        Golden(.init(.type, .pass), says: "The type is on and its actor rule holds."),
        Golden(.init(.audience, .pass, nil, "users"), says: "The person is in the audience (named in the trigger)."),
        Golden(.init(.audience, .pass, nil, "members"), says: "The person is in the audience (a member)."),
        Golden(.init(.audience, .pass, nil, "owner"), says: "The person is in the audience (the owner)."),
        Golden(.init(.audience, .pass, nil, "all"), says: "The person is in the audience (everybody)."),
        Golden(.init(.mandatory, .pass), says: "The category is not mandatory for this person."),
        Golden(.init(.preference, .pass), says: "The person's preferences let it pass."),
        Golden(.init(.preference, .pass, nil, "inApp off"), says: "Push is on for this category; the inbox is off."),
        Golden(
            mandatory,
            .init(.preference, .pass),
            says: "Preferences are not asked: the category is mandatory for this person."
        ),
        Golden(.init(.mute, .pass), says: "Nothing of it is muted."),
        Golden(.init(.device, .pass, nil, "1"), says: "1 device that may show it."),
        Golden(.init(.device, .pass, nil, "3"), says: "3 devices that may show it."),
        Golden(.init(.quietHours, .pass), says: "It is not within quiet hours."),
        Golden(stopped, .init(.quietHours, .pass), says: "Quiet hours: not asked, there is no push."),
        Golden(.init(.throttle, .pass), says: "No limit was reached."),
        Golden(.init(.throttle, .pass, nil, "2 of 3"), says: "Within the limit: push 2 of 3."),
        Golden(stopped, .init(.throttle, .pass), says: "Throttle: not asked, there is no push."),
        Golden(.init(.digest, .pass), says: "It is not gathered into a digest."),
        Golden(
            .init(.digest, .pass, nil, "first"),
            says: "The first of its kind: pushed at once, the next ones are bundled."
        ),
        Golden(
            .init(.digest, .pass, nil, "individual"),
            says: "Individual and critical notifications are never bundled."
        ),
        Golden(
            .init(.digest, .pass, .summarised, "7"),
            push: .send([]),
            says: "Sent as one summary of 7 notifications."
        ),
        Golden(stopped, .init(.digest, .pass), says: "Digest: not asked, there is no push."),
        Golden(.init(.route, .pass, nil, "1"), push: .send([]), says: "Sent to 1 device."),
        Golden(.init(.route, .pass, nil, "2"), push: .send([]), says: "Sent to 2 devices."),
        Golden(
            .init(.route, .pass, nil, "alert"),
            says: "No device can be reached: pinned in the inbox as an alert until acknowledged."
        ),
        Golden(stopped, .init(.route, .pass), says: "No push to send."),
        Golden(held, .init(.route, .pass), push: .hold(until: until), says: "The push waits until the hold ends."),
    ]

    static let stops = [
        Golden(.init(.type, .stop, .typeDisabled), says: "The type is switched off in the catalog."),
        Golden(.init(.type, .stop, .typeDisabled, "removed"), says: "The type is no longer in the catalog."),
        Golden(.init(.type, .stop, .actorRule), says: "The type's actor rule does not hold."),
        Golden(
            .init(.type, .stop, .actorRule, "admin"),
            says: "The type's actor rule does not hold for actor kind admin."
        ),
        Golden(.init(.audience, .stop, .unknownUser), says: "Nobody by that name exists in this app."),
        Golden(
            .init(.audience, .stop, .actorExcluded),
            says: "The person did it themself, and the type leaves the actor out."
        ),
        Golden(.init(.preference, .stop, .categoryDisabled), says: "The person switched the category off."),
        Golden(
            .init(.preference, .stop, .channelDisabled, "push"),
            says: "The person switched off push for this category or at all."
        ),
        Golden(
            .init(.preference, .stop, .channelDisabled, "push, inApp"),
            says: "The person switched off push, inApp for this category or at all."
        ),
        Golden(.init(.mute, .stop, .muted, "all"), says: "The person muted everything, so there is no push."),
        Golden(
            .init(.mute, .stop, .muted, "category kudos"),
            says: "The person muted category kudos, so there is no push."
        ),
        Golden(
            .init(.mute, .stop, .muted, "thread chat/1"),
            says: "The person muted thread chat/1, so there is no push."
        ),
        Golden(.init(.device, .stop, .noDevice), says: "The person has no active device."),
        Golden(
            .init(.device, .stop, .noDevice, "no provider serves their 2"),
            says: "The person's devices cannot be reached: no provider serves their 2."
        ),
        Golden(
            .init(.device, .stop, .permissionDenied, "2"),
            says: "None of the person's devices (2) is permitted to show notifications."
        ),
        Golden(
            .init(.device, .stop, .capabilityMissing, "bluetooth"),
            says: "No device has granted bluetooth, which this type requires."
        ),
        Golden(
            .init(.quietHours, .stop, .quietHours, window),
            says: "Quiet hours 22:00–08:00 Europe/Berlin: not pushed."
        ),
        Golden(.init(.route, .stop, .expired), says: "It expired before it could be sent."),
        Golden(.init(.throttle, .stop, .throttled, "3 in 1h"), says: "The limit of 3 in 1h was reached: not pushed."),
        Golden(
            .init(.digest, .stop, .summarised, "8"),
            says: "The summary that was pushed stands for it: 8 are pending."
        ),
    ]

    /// What bundling says; the sweep below has no history to bundle by.
    static let bundling = [
        Golden(
            .init(.throttle, .override, nil, "3 in 1h"),
            push: .send([]),
            says: "Over the limit of 3 in 1h, but this notification passes it."
        ),
        Golden(
            .init(.throttle, .hold, .throttled, "3 in 1h"),
            push: .digest(until: until),
            says: "Over the limit of 3 in 1h: it waits until 2027-01-15T08:00:00Z."
        ),
        Golden(
            .init(.throttle, .hold, .throttled, "3 in 1h"),
            push: .hold(until: until),
            says: "Over the limit of 3 in 1h: it waits until 2027-01-15T08:00:00Z."
        ),
        Golden(
            .init(.digest, .hold, .digested),
            push: .digest(until: until),
            says: "Bundled until 2027-01-15T08:00:00Z."
        ),
        Golden(.init(.digest, .hold, .digested, "chat/1"), push: .send([]), says: "Bundled until its window closed."),
        Golden(
            .init(.digest, .hold, .digested, "limit"),
            push: .digest(until: until),
            says: "The sender's limit is reached: bundled until 2027-01-15T08:00:00Z."
        ),
        Golden(
            .init(.digest, .hold, .summarised, "6"),
            push: .digest(until: until),
            says: "6 notifications pending: gathered into the next summary, until 2027-01-15T08:00:00Z."
        ),
        Golden(
            .init(.device, .hold, nil, "active"),
            push: .hold(until: until),
            says: "The person is active in the app: the push waits until 2027-01-15T08:00:00Z."
        ),
        Golden(.init(.digest, .release), says: "The window closed: the push was decided again from here on."),
        Golden(
            .init(.digest, .release, .digested, "4"),
            push: .suppress(.digested),
            says: "The window closed: 4 notifications became one bundle."
        ),
        Golden(
            .init(.digest, .release, .summarised, "4"),
            push: .suppress(.summarised),
            says: "The window closed: 4 notifications became one summary."
        ),
        Golden(
            .init(.digest, .release, .muted, "4"),
            says: "The window closed: no push was sent, because the person muted it."
        ),
        Golden(
            .init(.digest, .release, .resolvedElsewhere),
            push: .suppress(.resolvedElsewhere),
            says: "The window closed: the person had read it elsewhere, so no push was sent."
        ),
        Golden(
            .init(.digest, .release, .expired),
            push: .suppress(.expired),
            says: "The window closed: it had expired, so no push was sent."
        ),
    ]

    static let others = [
        Golden(mandatory, says: "Mandatory for dd: preferences and mutes do not count."),
        Golden(.init(.mandatory, .override), says: "Mandatory for everybody: preferences and mutes do not count."),
        Golden(.init(.mute, .override, nil, "all"), says: "Muted (all), but this type passes mutes."),
        Golden(
            mandatory,
            .init(.mute, .override, nil, "all"),
            says: "Muted (all), but the category is mandatory for this person."
        ),
        Golden(
            .init(.quietHours, .override, nil, window),
            says: "Quiet hours 22:00–08:00 Europe/Berlin, but this notification passes them."
        ),
        Golden(
            held,
            push: .hold(until: until),
            says: "Quiet hours 22:00–08:00 Europe/Berlin: held until 08:00 (2027-01-15T08:00:00Z)."
        ),
        Golden(held, push: .send([]), says: "Quiet hours 22:00–08:00 Europe/Berlin: held until they end."),
        Golden(
            held,
            .init(.quietHours, .release),
            push: .send([]),
            says: "The hold ended: the push was decided again from here on."
        ),
        Golden(
            held,
            .init(.quietHours, .release, .resolvedElsewhere),
            push: .suppress(.resolvedElsewhere),
            says: "The hold ended: the person had read it elsewhere, so no push was sent."
        ),
        Golden(
            stopped,
            .init(.quietHours, .release),
            .init(.quietHours, .pass),
            push: .send([]),
            says: "It is not within quiet hours."
        ),
    ]

    @Test("every step has its words", arguments: passes + stops + bundling + others)
    func golden(_ golden: Golden) {
        let steps = Why.steps(of: Trace(golden.steps), push: golden.push)
        #expect(steps.count == golden.steps.count)
        #expect(steps.last?.sentence == golden.sentence)
    }

    @Test("a stage that was not asked says so", arguments: Stage.allCases)
    func skipped(stage: Stage) {
        let sentence = Why.steps(of: Trace([.init(stage, .skip)]), push: .suppress(.typeDisabled)).first?.sentence
        #expect(sentence?.hasSuffix(": not asked, it was settled before.") == true)
    }

    @Test("of two holds only the one that lasts names its end")
    func heldAgain() {
        let steps = Why.steps(
            of: Trace([Self.held, .init(.quietHours, .release), Self.held]),
            push: .hold(until: Self.until)
        )
        #expect(steps.first?.sentence == "Quiet hours \(Self.window): held until they end.")
        #expect(steps.last?.sentence == "Quiet hours \(Self.window): held until 08:00 (2027-01-15T08:00:00Z).")
    }

    @Test("the bundle says how many wait in it", arguments: [(1, "1 other"), (3, "3 others")])
    func companions(count: Int, words: String) {
        let trace = Trace([.init(.digest, .hold, .digested, "chat/1")])
        let steps = Why.steps(of: trace, push: .digest(until: Self.until), companions: count)
        #expect(steps.last?.sentence == "Bundled with \(words) until 2027-01-15T08:00:00Z.")
    }

    @Test("no stage, outcome and reason is without a sentence", arguments: Stage.allCases)
    func complete(stage: Stage) {
        for outcome in Trace.Outcome.allCases {
            for reason in [nil] + Reason.allCases.map(Optional.some) {
                for argument in [nil, "2"] {
                    let trace = Trace([.init(stage, outcome, reason, argument)])
                    for push in [PushResult.send([]), .hold(until: Self.until), .digest(until: Self.until)] {
                        let sentence = Why.steps(of: trace, push: push).first?.sentence ?? ""
                        #expect(sentence.hasSuffix(".") && sentence.count > 12, "\(trace.encoded): \(sentence)")
                        // A code is no word: what has a hyphen or stands in brackets alone was not written for people.
                        let codes = Reason.allCases.map(\.rawValue).filter { $0.contains("-") }
                        #expect(!codes.contains { sentence.contains($0) }, "\(trace.encoded): \(sentence)")
                    }
                }
            }
        }
    }

    @Test("a stop by a reason differs from a stop by any other", arguments: Stage.allCases)
    func distinct(stage: Stage) {
        let sentences = Reason.allCases.map { reason in
            Why.steps(of: Trace([.init(stage, .stop, reason)]), push: .suppress(reason)).first?.sentence
        }
        #expect(Set(sentences).count == Reason.allCases.count)
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
        let later: Set<Reason?> = [.expired, .resolvedElsewhere, .throttled, .summarised]
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
