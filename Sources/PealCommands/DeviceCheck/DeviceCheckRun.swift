import PealCore
import PealServer

/// Checks a phone, step by step.
struct DeviceCheckRun: Sendable {
    let server: DeviceCheckServer
    let terminal: DeviceCheckTerminal
    let user: String
    let patience: Duration
    let entity: DeviceCheckEntity
    private let uptime = Uptime()

    private static let pause: Duration = .milliseconds(500)

    /// What is checked, on which devices.
    /// - Throws: ``DeviceCheckError`` when the server cannot be asked, or the user has no device.
    func plan(
        _ catalog: Catalog,
        kinds: Set<DeviceCheck.Kind>
    ) async throws -> (devices: [String], checks: [DeviceCheck]) {
        let known = await devices()
        let devices = known.compactMap(\.object).filter { $0["state"]?.string == "active" }.map { device in
            "\(device["provider"]?.string ?? "?"), \(device["platform"]?.string ?? "?"), `\(device["id"]?.string ?? "?")`"
        }
        guard !devices.isEmpty else {
            throw DeviceCheckError(
                "\(user) has no device that can be reached; sign in on the phone as this user and allow notifications"
            )
        }
        for device in devices { terminal.say("Device: \(device)") }
        return (devices, DeviceCheck.plan(catalog, kinds))
    }

    /// Devices of the user; none of one that the server does not know.
    private func devices() async -> [JSONValue] {
        (try? await server.get("/users/\(user.inURL)/devices"))?.object?["items"]?.array ?? []
    }

    /// Runs one check.
    func run(_ check: DeviceCheck) async throws -> DeviceCheckResult {
        terminal.head(check.title)
        guard let type = check.type else { return result(check, .skipped, "the catalog has no type for it") }
        switch prepare(check.kind) {
        case .skip: return result(check, .skipped)
        case .end: return stopped(check)
        case .yes, .no: break
        }
        let sent: Sent
        do { sent = try await send(type) } catch let error as DeviceCheckError {
            return result(check, .skipped, "`\(type.id)` cannot be sent by this check: \(error)")
        }
        switch check.kind {
        case .foreground, .background, .ended: return try await arrival(check, sent)
        case .tap: return try await tap(check, sent)
        case .reply: return try await reply(check, sent)
        case .dismiss: return try await dismissal(check, sent)
        case .clear: return try await clearing(check, sent)
        case .collapse:
            _ = try await send(type)
            return asked(check, "Does the screen show one of the two?")
        case .sound:
            return asked(
                check,
                check.type?.sound == nil || check.type?.sound == "none" ? "Was it silent?" : "Did it sound?"
            )
        }
    }

    /// The state that the phone has to be in.
    private func prepare(_ kind: DeviceCheck.Kind) -> DeviceCheckTerminal.Answer {
        switch kind {
        case .foreground: terminal.asked(toDo: "Open the app and leave it on the screen")
        case .ended: terminal.asked(toDo: "End the app: swipe it away in the list of apps")
        case .background, .reply: terminal.asked(toDo: "Open the app and go to the home screen")
        case .tap, .dismiss, .clear, .collapse, .sound: .yes
        }
    }

    private func arrival(_ check: DeviceCheck, _ sent: Sent) async throws -> DeviceCheckResult {
        let received = try await report(of: sent, ["delivered", "opened"])
        if let received { terminal.found("the phone reported it after \(received.text)", isGood: true) }
        // On some phones no code of the app runs for what the system draws: only the user sees it.
        switch terminal.ask("Did “\(sent.title)” appear as the app is meant to show it?") {
        case .yes:
            return result(
                check,
                .passed,
                received.map { "received after \($0.text)" } ?? "not reported: the system drew it"
            )
        case .no: return result(check, .failed, received == nil ? "nothing was received" : "received, and not shown")
        case .skip: return result(check, received == nil ? .skipped : .passed, "received, not looked at")
        case .end: return stopped(check)
        }
    }

    private func tap(_ check: DeviceCheck, _ sent: Sent) async throws -> DeviceCheckResult {
        terminal.say("  → Tap “\(sent.title)”")
        guard let opened = try await report(of: sent, ["opened"]) else {
            return result(check, .failed, "no tap was reported within \(patience.seconds) s")
        }
        terminal.found("the tap was reported", isGood: true)
        if let measured = try await screenTime(of: sent) {
            return result(check, .passed, "tap to screen: \(measured) ms", "opened after \(opened.text)")
        }
        switch terminal.ask("Is the screen of \(sent.link) open?") {
        case .yes: return result(check, .passed, "opened after \(opened.text)")
        case .no: return result(check, .failed, "the tap was reported, another screen is open")
        case .skip: return result(check, .passed, "the tap was reported, the screen not looked at")
        case .end: return stopped(check)
        }
    }

    private func reply(_ check: DeviceCheck, _ sent: Sent) async throws -> DeviceCheckResult {
        terminal.say("  → Press “\(check.buttonTitle)” of “\(sent.title)”; do not open the app")
        guard let taken = try await report(of: sent, ["action-taken"]) else {
            return result(check, .failed, "no reply came within \(patience.seconds) s")
        }
        terminal.found("the reply came after \(taken.text)", isGood: true)
        switch terminal.ask("Did the app stay closed, and did the phone confirm the reply?") {
        case .yes: return result(check, .passed, "replied after \(taken.text)")
        case .no: return result(check, .failed, "replied, but the app opened or nothing confirmed it")
        case .skip: return result(check, .passed, "replied after \(taken.text), not looked at")
        case .end: return stopped(check)
        }
    }

    private func dismissal(_ check: DeviceCheck, _ sent: Sent) async throws -> DeviceCheckResult {
        terminal.say("  → Swipe “\(sent.title)” away")
        let seen = try await until { try await row(of: sent)?["seenAt"]?.string != nil }
        return result(
            check,
            seen == nil ? .failed : .passed,
            seen.map { "reported after \($0.text)" } ?? "nothing was reported"
        )
    }

    private func clearing(_ check: DeviceCheck, _ sent: Sent) async throws -> DeviceCheckResult {
        switch terminal.asked(toDo: "Look that “\(sent.title)” is on the screen; it is read elsewhere next") {
        case .skip: return result(check, .skipped)
        case .end: return stopped(check)
        case .yes, .no: break
        }
        _ = try await server.post("/notifications/\(sent.notification)/read?user=\(user.inURL)")
        return asked(check, "Is it gone from the screen?")
    }

    private func asked(_ check: DeviceCheck, _ question: String) -> DeviceCheckResult {
        switch terminal.ask(question) {
        case .yes: result(check, .passed)
        case .no: result(check, .failed)
        case .skip: result(check, .skipped)
        case .end: stopped(check)
        }
    }

    private func result(
        _ check: DeviceCheck,
        _ outcome: DeviceCheckResult.Outcome,
        _ notes: String?...
    ) -> DeviceCheckResult {
        let notes = notes.compactMap(\.self)
        if outcome != .passed { terminal.found(notes.first ?? outcome.rawValue, isGood: outcome == .skipped) }
        return DeviceCheckResult(check: check, outcome: outcome, notes: notes)
    }

    private func stopped(_ check: DeviceCheck) -> DeviceCheckResult {
        DeviceCheckResult(check: check, outcome: .skipped, notes: ["ended by the user"], isCancelled: true)
    }
}

extension DeviceCheckRun {
    /// A notification that was sent.
    struct Sent: Sendable {
        var notification: String
        var title: String
        var link: String
        /// By the clock of ``Uptime``.
        var at: Duration
    }

    /// Sends a type with the examples of its variables.
    private func send(_ type: NotificationType) async throws -> Sent {
        let mark = String(UInt64.random(in: 0 ..< .max), radix: 36)
        let examples = Dictionary(type.variables.map { ($0.name, $0.example) }) { first, _ in first }
        var body: [String: JSONValue] = [
            "type": .string(type.id.rawValue), "data": .object(examples),
            "to": .object(["users": .array([.string(user)])]), "transition": .string("check-\(mark)"),
        ]
        if type.priority.variable { body["priority"] = .string("normal") }
        let answer: JSONValue
        do {
            answer = try await server.post("/triggers", .object(body))
        } catch let refusal as DeviceCheckError {
            // A type may be about something: then it is about something that is made for this.
            guard let about = try await entity.put(for: type, user: user, on: server) else { throw refusal }
            body["entity"] = .string(about)
            answer = try await server.post("/triggers", .object(body))
        }
        let trigger = answer.object?["id"]?.string ?? ""
        var item: [String: JSONValue]?
        let decided = try await until {
            let why = try await server.get("/why?trigger=\(trigger.inURL)&user=\(user.inURL)")
            item = why.object?["items"]?.array?.first?.object
            return item != nil
        }
        guard decided != nil, let item, let notification = item["notification"]?.string else {
            throw DeviceCheckError("no decision about \(trigger) within \(patience.seconds) s")
        }
        if let reason = item["reason"]?.string {
            throw DeviceCheckError("no push: \(reason) (\(item["headline"]?.string ?? ""))")
        }
        let row = try await row(notification)
        let sent = Sent(
            notification: notification,
            title: row?["title"]?.string ?? type.id.rawValue,
            link: row?["link"]?.string ?? "",
            at: uptime()
        )
        terminal.say("  Sent “\(sent.title)”")
        return sent
    }

    /// Waits for one of these entries of the audit log.
    private func report(of sent: Sent, _ actions: Set<String>) async throws -> Duration? {
        try await until(since: sent.at) {
            try await entries(of: sent).contains {
                actions.contains($0["action"]?.string ?? "") && $0["source"]?.string == "server"
            }
        }
    }

    /// How long the app said that it took from the tap to the screen.
    private func screenTime(of sent: Sent) async throws -> Int64? {
        var found: Int64?
        _ = try await until(for: min(patience, .seconds(5))) {
            found = try await entries(of: sent).lazy.compactMap { entry -> Int64? in
                guard case .integer(let value)? = entry["claim"]?.object?["actionPayload"]?.object?["screenAfterMs"]
                else {
                    return nil
                }
                return value
            }.first
            return found != nil
        }
        return found
    }

    private func entries(of sent: Sent) async throws -> [[String: JSONValue]] {
        let page = try await server.get("/audit?notification=\(sent.notification.inURL)")
        return (page.object?["items"]?.array ?? []).compactMap(\.object)
    }

    private func row(of sent: Sent) async throws -> [String: JSONValue]? { try await row(sent.notification) }

    private func row(_ notification: String) async throws -> [String: JSONValue]? {
        let page = try await server.get("/users/\(user.inURL)/notifications?limit=50")
        return page.object?["items"]?.array?.compactMap(\.object).first { $0["id"]?.string == notification }
    }

    /// Asks again and again; `nil` when the time is up.
    private func until(
        since start: Duration? = nil,
        for patience: Duration? = nil,
        _ holds: () async throws -> Bool
    ) async throws -> Duration? {
        let begin = uptime()
        let end = begin + (patience ?? self.patience)
        while true {
            if try await holds() { return uptime() - (start ?? begin) }
            guard uptime() < end else { return nil }
            try await Task.sleep(for: Self.pause)
        }
    }
}

extension Duration {
    fileprivate var seconds: Int64 { components.seconds }
    /// In seconds with one decimal.
    fileprivate var text: String {
        let tenths = components.seconds * 10 + components.attoseconds / 100_000_000_000_000_000
        return "\(tenths / 10).\(tenths % 10) s"
    }
}
