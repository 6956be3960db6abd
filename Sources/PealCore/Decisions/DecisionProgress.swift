/// A decision on its way through the stages.
struct DecisionProgress {
    private(set) var inApp: InAppResult = .show
    private(set) var trace = Trace()
    private(set) var digestWindow: DigestWindowKey?
    /// The stage that holds the push.
    private(set) var holdStage: Stage?
    /// Whether a digest or a throttle's window has had the push.
    private(set) var wasDigested = false
    /// Why no channel is used at all, when none is.
    private(set) var allSuppressed: Reason?
    let priority: Priority
    private var push: Push = .open

    private enum Push {
        case open
        case held(Timestamp)
        case digested(Timestamp)
        case stopped(Reason)
    }

    /// Room for an entry of every stage and one for the user being active.
    private static let usualSteps = 11

    init(priority: Priority) {
        self.priority = priority
        trace.steps.reserveCapacity(Self.usualSteps)
    }

    var pushIsOpen: Bool { if case .open = push { true } else { false } }

    private var isSuppressed: Bool {
        if case .stopped = push, case .hide = inApp { true } else { false }
    }

    mutating func note(_ step: Trace.Step) { trace.steps.append(step) }

    /// The stage had nothing against it; a stage the push never reached says so.
    mutating func passOrSkip(_ stage: Stage, _ detail: Trace.Detail? = nil) {
        if isSuppressed { note(Trace.Step(stage, .skip)) } else { note(Trace.Step(stage, .pass, nil, detail)) }
    }

    mutating func suppressAll(_ stage: Stage, _ reason: Reason, _ detail: Trace.Detail? = nil) {
        allSuppressed = allSuppressed ?? reason
        guard !isSuppressed else { return note(Trace.Step(stage, .skip)) }
        note(Trace.Step(stage, .stop, reason, detail))
        // A more general reason wins over an earlier, narrower one: the user gets nothing because of this stage.
        if case .open = push { push = .stopped(reason) }
        inApp = .hide(reason)
    }

    mutating func suppressInApp(_ reason: Reason) {
        if inApp == .show { inApp = .hide(reason) }
    }

    mutating func suppressPush(_ stage: Stage, _ reason: Reason, _ detail: Trace.Detail? = nil) {
        guard pushIsOpen else { return note(Trace.Step(stage, .skip)) }
        note(Trace.Step(stage, .stop, reason, detail))
        push = .stopped(reason)
    }

    mutating func hold(_ stage: Stage, _ reason: Reason?, until instant: Timestamp, _ detail: Trace.Detail?) {
        note(Trace.Step(stage, .hold, reason, detail))
        push = .held(instant)
        holdStage = stage
    }

    /// Puts the push into a window that others share.
    mutating func digest(_ stage: Stage, _ reason: Reason, _ window: DigestWindowKey, _ detail: Trace.Detail?) {
        note(Trace.Step(stage, .hold, reason, detail))
        push = .digested(window.closesAt)
        digestWindow = window
        wasDigested = true
    }

    /// Opens a window whose first push goes at once.
    mutating func open(_ window: DigestWindowKey) {
        digestWindow = window
        wasDigested = true
    }

    /// A digest lets the push go alone.
    mutating func leaveAlone() {
        wasDigested = true
        passOrSkip(.digest, .individual)
    }

    func finish(devices: [DeviceID]) -> PushResult {
        switch push {
        case .open: .send(devices)
        case .held(let until): .hold(until: until)
        case .digested(let until): .digest(until: until)
        case .stopped(let reason): .suppress(reason)
        }
    }
}
