/// Every acknowledged trigger is there and done, and each claim has exactly one.
struct AcceptanceCheck {
    let requests: [TriggerRequest]
    let report: ServerReport

    func acknowledged() -> Finding {
        var finding = Finding("each acknowledged trigger exists and is done")
        let byID = Dictionary(report.triggers.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for request in requests {
            guard let id = request.id else {
                finding.note("\(request.entity): never answered")
                continue
            }
            guard let trigger = byID[id] else {
                finding.note("\(id) of \(request.entity) is lost")
                continue
            }
            finding.note(trigger.status == "done" ? nil : "\(id) is \(trigger.status)")
        }
        return finding
    }

    func claims() -> Finding {
        var finding = Finding("each claim has one trigger, and no trigger is unclaimed")
        let byEntity = Dictionary(grouping: report.triggers, by: \.entity)
        for request in requests {
            let ids = (byEntity[request.entity] ?? []).map(\.id)
            finding.note(ids.count == 1 ? nil : "\(request.entity): \(ids.count) triggers \(ids.prefix(3))")
        }
        let known = Set(requests.map(\.entity))
        for trigger in report.triggers where !known.contains(trigger.entity) {
            finding.note("\(trigger.id) of \(trigger.entity) was never asked for")
        }
        return finding
    }
}
