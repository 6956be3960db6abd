import PealCore
import PealStore

/// Says what an answer lacks because it is not kept any more, or no key at hand opens it: absent, not wrong.
struct WhyLosses {
    let dependencies: WhyDependencies
    let app: AppID
    let zone: Zone

    /// What one decision lacks.
    func losses(of record: DecisionRecord, _ accepted: AcceptedTrigger?, counterfactuals: [WhyCounterfactual]?)
        -> [WhyFinding]
    {
        var found: [WhyFinding] = []
        if record.trace.steps.isEmpty {
            found.append(WhyFinding("trace-not-kept", "How it was decided was deleted by retention\(keeping)."))
        } else if dependencies.catalogs(app, record.policyVersion) == nil {
            let what = "Catalog version \(record.policyVersion), which decided, is no longer stored"
            found.append(WhyFinding("catalog-not-kept", "\(what): its rules cannot be shown."))
        }
        guard counterfactuals != nil, let pending = accepted?.pending, rule(record)?.readsData == true else {
            return found
        }
        if pending.sealedData.isEmpty {
            let what = "The trigger's data was deleted by retention\(keeping)"
            found.append(WhyFinding("data-not-kept", "\(what): conditions on it count as not met."))
        } else if (try? dependencies.data(pending)) == nil {
            let what = "No available key decrypts the trigger's data"
            found.append(WhyFinding("data-not-opened", "\(what): conditions on it count as not met."))
        }
        return found
    }

    /// What is known of a trigger that is not found.
    func unknown(_ id: TriggerID) -> WhyFinding {
        let madeAt = Timestamp(milliseconds: Int64(id.rawValue.milliseconds))
        guard let retention = dependencies.catalogs(app, nil)?.retention,
            madeAt < dependencies.now() - retention.deliveryLog
        else {
            return WhyFinding("trigger-unknown", "Unknown trigger \(id).")
        }
        let what = "Unknown trigger \(id)"
        return WhyFinding(
            "trigger-not-kept",
            "\(what); a trigger of \(zone.text(of: madeAt)) may have been deleted by retention\(keeping)."
        )
    }

    /// Why decisions about a trigger may be gone; `nil` while all of them are kept.
    func decisions(of trigger: Trigger) -> String? {
        guard let retention = dependencies.catalogs(app, nil)?.retention,
            trigger.dueAt < dependencies.now() - min(retention.inbox, retention.deliveryLog)
        else { return nil }
        return "decisions about single users may have been deleted by retention\(keeping)"
    }

    private func rule(_ record: DecisionRecord) -> Condition? {
        dependencies.catalogs(app, nil)?.type(record.type)?.condition
    }

    private var keeping: String {
        guard let log = dependencies.catalogs(app, nil)?.retention.deliveryLog else { return "" }
        let hours = log.components.seconds / 3600
        let time = hours >= 48 ? counted(Int(hours / 24), "day") : counted(Int(hours), "hour")
        return ": the delivery log is kept for \(time)"
    }
}

extension Condition {
    /// Whether it looks at a trigger's data.
    fileprivate var readsData: Bool {
        switch self {
        case .recipientRole, .actorKind, .recipientOwns: false
        case .data: true
        case .all(let parts), .any(let parts): parts.contains(where: \.readsData)
        }
    }
}
