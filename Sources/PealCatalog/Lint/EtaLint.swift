import PealCore

/// Looks at `eta` of an entity type: what it names has to be declared.
struct EtaLint {
    let catalog: Catalog
    let type: EntityTypeID
    let entity: EntityDeclaration
    let rules: EtaRules
    let log: FindingLog

    private var path: String { "entities.\(type).eta" }

    func run() {
        if type != EtaRules.entityType {
            log.error(
                path,
                "eta-without-event",
                "participants reply under /events, so only the entity type `\(EtaRules.entityType)` can have `eta`; "
                    + "rename the type, or remove `eta`"
            )
        }
        check(rules.time, "time", "at", among: entity.times)
        check(rules.hostRole, "role", "hostRole", among: entity.roles)
        for (index, status) in rules.active.enumerated() { checkStatus(status, "active[\(index)]") }
        checkStatus(rules.checkedIn, "checkedIn")
        checkStatus(rules.cancelled, "cancelled")
        if rules.active.contains(rules.cancelled) {
            log.error(
                log.has("\(path).active") ? "\(path).active" : path,
                "bad-value",
                "`\(rules.cancelled)` is the status of who does not come; remove it from `active`, or set `cancelled`"
            )
        }
        for (index, request) in rules.requests.enumerated() where catalog.type(request) == nil {
            reportUnknown(request, "requests[\(index)]")
        }
        if let notice = rules.hostNotice { lintNotice(notice) }
        lint(rules.confirmations, "confirmations")
        lint(rules.confirmationsWithoutHost, "confirmationsWithoutHost")
    }

    private func reportUnknown(_ type: TypeID, _ key: String) {
        let hint = NearName.hint(for: type.rawValue, among: catalog.types.map(\.id.rawValue))
        log.error("\(path).\(key)", "unknown-type", "unknown type `\(type)`\(hint)")
    }

    /// Peal sends this type itself, so it has to know its audience and all that it asks for.
    private func lintNotice(_ notice: EtaHostNotice) {
        let key = log.has("\(path).hostNotice.type") ? "hostNotice.type" : "hostNotice"
        guard let type = catalog.type(notice.type) else { return reportUnknown(notice.type, key) }
        func report(_ problem: String) {
            log.error("\(path).\(key)", "bad-host-notice", "`\(type.id)` \(problem)")
        }
        if type.defaultAudience == nil {
            report("has no default audience; set one, such as `{members: {of: self, role: \(rules.hostRole)}}`")
        }
        if !type.actorRoles.isEmpty { report("restricts its actors, and participants are its actors; remove `actors`") }
        if type.dedupe != nil { report("is not sent for every reply; remove its `dedupe` or `once`") }
        let texts = [
            (EtaHostNotice.participant, true, "the participant's name"),
            (EtaHostNotice.delay, false, "how late they are"),
        ]
        for (name, isSent, meaning) in texts {
            guard let variable = type.variables.first(where: { $0.name == name }) else { continue }
            if variable.type != .string {
                report("has a variable `\(name)` of another type than `string`; it is \(meaning)")
            }
            if !isSent, !variable.optional {
                report("needs the variable `\(name)`, which is left out for who cannot come; make it optional")
            }
        }
        let sent = texts.map(\.0) + [rules.time]
        let needed = type.variables.filter { !$0.optional && !sent.contains($0.name) }.map { "`\($0.name)`" }
        if !needed.isEmpty {
            report("needs what the event may lack: \(needed.joined(separator: ", ")); make it optional, with a default")
        }
    }

    private func checkStatus(_ status: String, _ key: String) {
        check(status, "member status", key, among: entity.memberStatuses)
    }

    /// Reports a name that the entity type does not declare; without any declared, roles and statuses are free.
    private func check(_ name: String, _ kind: String, _ key: String, among known: [String]) {
        guard !known.isEmpty || kind == "time", !known.contains(name) else { return }
        let code = kind == "time" ? "unknown-time" : kind == "role" ? "unknown-role" : "unknown-status"
        let hint = known.isEmpty ? "; declare it" : NearName.hint(for: name, among: known)
        let plain = String(key.prefix { $0 != "[" })
        guard log.has("\(path).\(plain)") else {
            log.error(path, code, "`\(plain)` is `\(name)` unless it is set, an unknown \(kind) of `\(type)`\(hint)")
            return
        }
        log.error("\(path).\(key)", code, "unknown \(kind) `\(name)` of `\(type)`\(hint)")
    }

    private func lint(_ confirmations: [EtaStatus: LocalizedTemplate], _ key: String) {
        for (status, copy) in confirmations {
            let known = status == .runningLate ? [EtaRules.variable] : []
            let location = "\(path).\(key).\(status.key)"
            for (locale, template) in copy.byLocale {
                let inner = "\(location).\(locale)"
                for name in template.variableNames where !known.contains(name) {
                    let hint = known.isEmpty ? "; this text has none" : NearName.hint(for: name, among: known)
                    log.error(
                        log.has(inner) ? inner : location,
                        "unknown-variable",
                        "unknown variable `\(name)`\(hint)"
                    )
                }
            }
        }
    }
}
