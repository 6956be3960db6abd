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
        Golden(stopped, .init(.throttle, .pass), says: "Throttle: not asked, there is no push."),
        Golden(.init(.digest, .pass), says: "It is not gathered into a digest."),
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

    @Test("every step has its words", arguments: passes + stops + others)
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
        let later: Set<Reason?> = [.expired, .resolvedElsewhere]
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
