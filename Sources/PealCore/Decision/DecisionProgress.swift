/// A decision on its way through the stages.
struct DecisionProgress {
    private(set) var inApp: InAppResult = .show
    private(set) var trace = Trace()
    private(set) var slot: DigestSlot?
    private(set) var summaryCount: Int?
    let priority: Priority
    private var push: Push = .open

    private enum Push {
        case open
        case held(Timestamp)
        case bundled(Timestamp)
        case stopped(Reason)
    }

    init(priority: Priority) { self.priority = priority }

    var pushIsOpen: Bool { if case .open = push { true } else { false } }

    private var everythingIsStopped: Bool {
        if case .stopped = push, case .hide = inApp { true } else { false }
    }

    mutating func note(_ step: Trace.Step) { trace.steps.append(step) }

    /// The stage had nothing against it; a stage the push never reached says so.
    mutating func passOrSkip(_ stage: Stage, _ argument: String? = nil) {
        if everythingIsStopped { note(Trace.Step(stage, .skip)) } else { note(Trace.Step(stage, .pass, nil, argument)) }
    }

    mutating func stopAll(_ stage: Stage, _ reason: Reason, _ argument: String? = nil) {
        guard !everythingIsStopped else { return note(Trace.Step(stage, .skip)) }
        note(Trace.Step(stage, .stop, reason, argument))
        // A more general reason wins over an earlier, narrower one: the person gets nothing because of this stage.
        if case .open = push { push = .stopped(reason) }
        inApp = .hide(reason)
    }

    mutating func stopInApp(_ reason: Reason) {
        if inApp == .show { inApp = .hide(reason) }
    }

    mutating func stopPush(_ stage: Stage, _ reason: Reason, _ argument: String? = nil) {
        guard pushIsOpen else { return note(Trace.Step(stage, .skip)) }
        note(Trace.Step(stage, .stop, reason, argument))
        push = .stopped(reason)
    }

    mutating func hold(_ stage: Stage, _ reason: Reason?, until instant: Timestamp, _ argument: String?) {
        note(Trace.Step(stage, .hold, reason, argument))
        push = .held(instant)
    }

    /// Puts the push into a window that others share.
    mutating func bundle(_ stage: Stage, _ reason: Reason, _ window: DigestSlot, _ argument: String?) {
        note(Trace.Step(stage, .hold, reason, argument))
        push = .bundled(window.closesAt)
        slot = window
    }

    /// Opens a window whose first push goes at once.
    mutating func open(_ window: DigestSlot) { slot = window }

    mutating func summarise(_ count: Int) { summaryCount = count }

    func finish(devices: [DeviceID]) -> PushResult {
        switch push {
        case .open: .send(devices)
        case .held(let until): .hold(until: until)
        case .bundled(let until): .digest(until: until)
        case .stopped(let reason): .suppress(reason)
        }
    }
}
