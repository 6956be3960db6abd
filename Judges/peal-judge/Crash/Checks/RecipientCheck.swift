/// Each expected recipient has one decision and, where there is an inbox, one row in it.
struct RecipientCheck {
    let requests: [TriggerRequest]
    let population: Population
    let report: ServerReport

    func decisions() -> Finding {
        var finding = Finding("each recipient has exactly one decision: notified")
        for request in requests {
            guard let id = request.id else { continue }
            let decisions = report.decisions[id] ?? []
            let counts = Dictionary(decisions.map { ($0.user, 1) }, uniquingKeysWith: +)
            let expected = population.recipients(of: request)
            for user in expected.union(counts.keys) {
                let found = counts[user] ?? 0
                let wanted = expected.contains(user) ? 1 : 0
                finding.note(found == wanted ? nil : "\(id): \(user) has \(found) decisions, not \(wanted)")
            }
            for decision in decisions where decision.verdict != "notified" {
                finding.note("\(id): \(decision.user) is \(decision.verdict)")
            }
        }
        return finding
    }

    func counts() -> Finding {
        var finding = Finding("each trigger's counts are its decisions")
        for trigger in report.triggers {
            let decided = report.decisions[trigger.id]?.count ?? 0
            let isRight = trigger.recipients == decided && trigger.notified == decided
            finding.note(
                isRight
                    ? nil
                    : "\(trigger.id): \(trigger.recipients) recipients, \(trigger.notified) notified, \(decided) decided"
            )
        }
        return finding
    }

    func inbox() -> Finding {
        var finding = Finding("each recipient with an inbox has exactly one row")
        var rows: [String: Int] = [:]
        for row in report.inbox { rows["\(row.user) \(row.entity)", default: 0] += 1 }
        var expected: Set<String> = []
        for request in requests where request.app == "nhs" && request.id != nil {
            for user in population.recipients(of: request) {
                let key = "\(user) \(request.entity)"
                expected.insert(key)
                finding.note(rows[key] == 1 ? nil : "\(key): \(rows[key] ?? 0) rows")
            }
        }
        for key in rows.keys where !expected.contains(key) { finding.note("\(key): a row nobody asked for") }
        return finding
    }
}
