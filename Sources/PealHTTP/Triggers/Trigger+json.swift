import PealCore
import PealEngine

extension TriggerAcceptance {
    var id: TriggerID {
        switch self {
        case .accepted(let id), .queued(let id, until: _), .duplicate(of: let id): id
        case .refused(let refusal): refusal.trigger
        }
    }

    var isQueued: Bool { if case .queued = self { true } else { false } }

    var isDuplicate: Bool { if case .duplicate = self { true } else { false } }
}

extension TriggerAnswer {
    func write(to writer: inout JSONWriter, isScheduled: Bool) {
        let id = acceptance.id
        writer.object { writer in
            writer.member("id", id.description)
            if acceptance.isDuplicate {
                writer.member("duplicate", true)
            } else {
                let status: TriggerStatus = isScheduled || acceptance.isQueued ? .scheduled : .running
                writer.member("status", status.rawValue)
            }
            writer.object("links") { writer in
                writer.member("self", "/api/v1/triggers/\(id)")
                writer.member("why", "/api/v1/why?trigger=\(id)")
            }
            writer.warnings(warnings)
        }
    }
}

extension JSONWriter {
    /// What is worth knowing of a request that was carried out; left out when there is nothing.
    mutating func warnings(_ warnings: [RequestWarning]) {
        guard !warnings.isEmpty else { return }
        array("warnings", warnings) { writer, warning in
            writer.object { writer in
                writer.member("code", warning.code.rawValue)
                writer.member("detail", warning.detail)
            }
        }
    }
}

extension JSONWriter {
    /// Counts by reason, in the order of their names.
    fileprivate mutating func counts(_ name: String, _ counts: [Reason: Int]) {
        object(name) { writer in
            for (reason, count) in counts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                writer.member(reason.rawValue, count)
            }
        }
    }
}

extension TriggerReport {
    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", id.description)
            writer.member("type", type.rawValue)
            writer.member("entity", entity?.description)
            writer.member("status", status.rawValue)
            writer.member("acceptedAt", acceptedAt)
            writer.member("dueAt", dueAt)
            writer.object("counts") { writer in
                writer.member("recipients", recipients)
                for verdict in [Verdict.notified, .held, .digested] {
                    writer.member(verdict.rawValue, verdicts[verdict] ?? 0)
                }
                writer.member("heldPushes", heldPushes)
                writer.member("digestedPushes", digestedPushes)
                writer.counts("suppressed", suppressed)
                writer.object("push") { writer in
                    writer.member("sent", sentPushes)
                    writer.member("held", heldPushes + digestedPushes)
                    writer.counts("suppressed", suppressedPushes)
                }
                writer.object("inApp") { writer in
                    writer.member("shown", shownRows)
                    writer.counts("hidden", hiddenRows)
                }
                writer.object("deliveries") { writer in
                    for state in [DeliveryState.accepted, .failed, .unknown, .cancelled, .expired] {
                        writer.member(state.rawValue, deliveries[state] ?? 0)
                    }
                    writer.member("pending", deliveries[.pending] ?? 0)
                }
            }
        }
    }
}

extension CancelReport {
    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            // What a cancel finds is cancelled from then on, even where it came too late for every recipient.
            writer.member("status", TriggerStatus.cancelled.rawValue)
            writer.member("cancelled", cancelled)
            writer.member("tooLate", tooLate)
            writer.member("phase", phase.rawValue)
        }
    }
}

extension DecisionPreview.Answer {
    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("dryRun", true)
            writer.member("status", (isScheduled ? TriggerStatus.scheduled : TriggerStatus.running).rawValue)
            writer.member("dueAt", dueAt)
            writer.member("bundledUntil", digestedUntil)
            writer.array("decisions", decisions) { writer, entry in
                writer.object { writer in
                    writer.member("user", entry.user.rawValue)
                    writer.member("verdict", entry.decision.verdict.rawValue)
                    let push = Why.channel(entry.decision.push, trace: entry.decision.trace)
                    writer.member("reason", push.reason?.rawValue)
                    writer.channels(
                        push: push,
                        inApp: Why.channel(entry.decision.inApp),
                        others: Why.channels(entry.decision.channels)
                    )
                    writer.member("priority", entry.decision.priority.rawValue)
                    writer.member("title", entry.content.text.title)
                    writer.member("body", entry.content.text.body)
                    writer.member("link", entry.content.link)
                    writer.steps(Why.steps(of: entry.decision.trace, push: entry.decision.push, zone: entry.zone))
                }
            }
            writer.member("truncated", isTruncated)
            writer.warnings(warnings)
        }
    }
}
