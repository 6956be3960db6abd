import PealCore

/// Reads what acceptances are planned from.
struct AcceptFactRows {
    var app: AppID

    func read(_ needs: AcceptNeeds, _ db: SQLConnection) throws -> AcceptFacts {
        var facts = AcceptFacts()
        for key in needs.claims { facts.claims[key] = .some(try ClaimRows.holder(of: key, app: app, db)) }
        for ref in needs.schedules { facts.schedules[ref] = try ScheduleFactRows(app: app).facts(of: ref, db) }
        for entity in needs.quota.entities {
            try OrganisationRows(app: app).add(entity, to: &facts.quota.entities, db)
        }
        for (windows, after) in needs.quota.windows {
            facts.quota.uses[windows] = try QuotaRows(app: app).uses(
                of: windows,
                after: after,
                except: needs.moved,
                db
            )
        }
        return facts
    }
}
