import PealCore
public import PealEngine

/// What was looked for, as it was asked.
struct SearchedFor: Sendable {
    var user: String?
    var type: String?
    var trigger: String?
    var since: Timestamp?

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("user", orNull: user)
            writer.member("type", orNull: type)
            writer.member("trigger", orNull: trigger)
            writer.member("since", orNull: since?.rfc3339)
        }
    }
}

extension WhyAnswer {
    func write(to writer: inout JSONWriter, searched: SearchedFor, cursor: String?) {
        writer.object { writer in
            writer.array("items", items) { $1.write(to: &$0) }
            writer.member("nextCursor", orNull: cursor)
            writer.name("searched")
            searched.write(to: &writer)
            writer.member("hint", hint)
            if !findings.isEmpty { writer.findings(findings) }
        }
    }

    static func nothing(_ searched: SearchedFor, _ finding: WhyFinding, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.array("items", [String]()) { $0.string($1) }
            writer.member("nextCursor", orNull: nil)
            writer.name("searched")
            searched.write(to: &writer)
            writer.member("hint", finding.detail)
            writer.findings([finding])
        }
    }

    /// The answer as `GET /api/v1/why` gives it, for whoever asks without a server.
    public var json: [UInt8] {
        let searched = SearchedFor(
            user: searched.user?.rawValue,
            type: searched.type?.rawValue,
            trigger: searched.trigger?.description,
            since: searched.since
        )
        return JSONWriter.bytes { write(to: &$0, searched: searched, cursor: next) }
    }
}

extension WhyItem {
    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("trigger", record.trigger.description)
            writer.member("notification", record.id.description)
            writer.member("type", record.type.rawValue)
            writer.member("user", record.userID.rawValue)
            writer.member("verdict", verdict.rawValue)
            writer.member("reason", reason?.rawValue)
            writer.member("headline", headline)
            writer.channels(push: push, inApp: inApp, others: channels, delivery: delivery)
            writer.member("at", record.at)
            writer.member("catalogVersion", record.policyVersion)
            writer.member("contentVersion", record.contentVersion)
            writer.steps(steps)
            if let fate = record.digest {
                let channel = Why.channel(fate.push)
                writer.object("bundle") { writer in
                    writer.member("notification", fate.representative.description)
                    writer.member("outcome", channel.outcome)
                    writer.member("reason", channel.reason?.rawValue)
                    writer.member("until", channel.until)
                    writer.member("detail", digest)
                }
            }
            if !losses.isEmpty { writer.findings(losses, as: "losses") }
            writer.array("deliveries", deliveries) { writer, delivery in
                delivery.write(to: &writer, wait: waits[delivery.id])
            }
            guard let counterfactuals else { return }
            writer.array("flip", counterfactuals) { writer, counterfactual in
                writer.object { writer in
                    writer.member("change", counterfactual.change)
                    writer.member("detail", counterfactual.detail)
                }
            }
            writer.member("basis", WhyCounterfactual.basis)
        }
    }
}

extension DeliveryReport {
    func write(to writer: inout JSONWriter, wait: DeliveryWait? = nil) {
        writer.object { writer in
            writer.member("id", id.description)
            writer.member("device", id.device.description)
            writer.member("provider", provider.rawValue)
            writer.member("platform", platform?.rawValue)
            writer.member("state", state.rawValue)
            writer.member("reason", reason?.rawValue)
            writer.member("dueAt", dueAt)
            writer.member("detail", sizeDetail)
            writer.attempts(attempts)
            guard let wait else { return }
            writer.object("waits") { writer in
                writer.member("for", wait.cause)
                writer.member("until", wait.until)
                writer.member("detail", wait.detail)
                guard let behind = wait.behind else { return }
                writer.object("behind") { writer in
                    writer.member("trigger", behind.trigger.description)
                    writer.member("notification", behind.notification.description)
                }
            }
        }
    }
}

extension JSONWriter {
    /// A push that was decided to be sent says in addition how far it has come.
    mutating func channels(
        push: WhyChannel,
        inApp: WhyChannel,
        others: [WhyFurtherChannel] = [],
        delivery: PushDelivery? = nil
    ) {
        object("channels") { writer in
            writer.object("push") { $0.members(of: push, delivery) }
            writer.object("inApp") { $0.members(of: inApp) }
            for other in others {
                writer.object(other.channel.rawValue) { writer in
                    writer.members(of: other.shown, other.delivery)
                    if !other.attempts.isEmpty { writer.attempts(other.attempts) }
                }
            }
        }
    }

    private mutating func members(of channel: WhyChannel, _ delivery: PushDelivery? = nil) {
        member("outcome", channel.outcome)
        member("reason", channel.reason?.rawValue)
        member("until", channel.until)
        rule(channel.rule)
        guard let delivery else { return }
        object("delivery") { writer in
            writer.member("outcome", delivery.outcome.rawValue)
            writer.member("reason", delivery.reason?.rawValue)
            writer.member("acceptedAt", delivery.acceptedAt)
        }
    }

    fileprivate mutating func attempts(_ attempts: [AttemptRecord]) {
        array("attempts", attempts) { writer, attempt in
            writer.object { writer in
                writer.member("at", attempt.at)
                writer.member("outcome", attempt.outcome)
                writer.member("reason", attempt.reason)
                if attempt.detail != attempt.reason { writer.member("detail", attempt.detail) }
                writer.member("receipt", attempt.receipt)
            }
        }
    }

    mutating func steps(_ steps: [WhyStep]) {
        array("steps", steps) { writer, step in
            writer.object { writer in
                writer.member("stage", step.step.stage.rawValue)
                writer.member("outcome", step.step.outcome.rawValue)
                writer.member("reason", step.step.reason?.rawValue)
                writer.member("detail", step.sentence)
                writer.rule(step.rule)
            }
        }
    }

    /// Where a rule stands; nothing where none decided.
    fileprivate mutating func rule(_ rule: RuleLocation?) {
        guard let rule else { return }
        object("rule") { writer in
            writer.member("file", rule.file)
            writer.member("version", rule.version)
            writer.member("line", rule.line)
            writer.member("path", rule.path)
        }
    }

    fileprivate mutating func findings(_ findings: [WhyFinding], as name: String = "findings") {
        array(name, findings) { writer, finding in
            writer.object { writer in
                writer.member("code", finding.code)
                writer.member("detail", finding.detail)
                if let rejected = finding.rejected { writer.rejected(rejected) }
            }
        }
    }

    private mutating func rejected(_ rejected: RejectedRequests) {
        object("turnedAway") { writer in
            writer.member("type", rejected.type.rawValue)
            writer.member("count", rejected.count)
            writer.member("firstAt", rejected.firstAt)
            writer.member("lastAt", rejected.lastAt)
            switch rejected.cause {
            case .limit(let id, let scope, let resetsAt):
                writer.member("limit", id)
                writer.member("scope", scope.isEmpty ? nil : scope)
                writer.member("resetsAt", resetsAt)
            case .duplicate(let trigger): writer.member("trigger", trigger.description)
            }
        }
    }
}
