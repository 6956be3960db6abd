import PealCore
import PealEngine

/// When decisions are made, and under which catalog.
extension SeedRun {
    /// Nobody is decided about before the trigger's time, nor before their own where it is a local one.
    func checkTime(_ row: NotificationFact, _ process: ProcessRun) throws {
        guard let asked = record.asked[row.trigger] else { return }
        if let start = asked.notBefore, asked.local == nil, clock.now < start {
            return fail("not-early", "\(row.userKey) is decided about before \(start.rfc3339)")
        }
        guard let local = asked.local, !touched.contains(row.userKey),
            let catalog = world.apps.first(where: { $0.id == row.app })?.catalog
        else { return }
        let zone = try process.facts.zone(row.userKey) ?? catalog.timeZone
        guard let shown = setup.latestShown(until: clock.now, in: zone), shown < local.secondsSince1970 else { return }
        fail("not-early", "\(row.userKey) in \(zone) is decided about before it is \(local) there")
    }

    /// When the loops rest, nobody waits whose local time has come, unless they moved meanwhile.
    ///
    /// Looked at are those who said where they are: a device's zone goes with the device. Not looked at is a trigger that
    /// was accepted later than the clock shows since it was set back: it is not due again yet.
    func checkLocalTimes() throws {
        guard let process = alive else { return }
        for id in record.order {
            guard let asked = record.asked[id], let local = asked.local, let must = asked.must, !asked.isChecked,
                !asked.mayBeCancelled,
                asked.acceptedAt <= clock.now,
                let open = try process.facts.trigger(id, app: asked.app)
            else { continue }
            for user in try process.facts.recipients(asked.audience, of: open).intersection(must).sorted() {
                let userKey = UserKey(app: asked.app, user: user)
                guard record.seen[.init(trigger: id, user: user)] == nil,
                    !record.swept.contains(.init(trigger: id, user: user)),
                    record.changed[userKey].map({ $0 < asked.acceptedAt }) ?? true,
                    let zone = try process.facts.statedZone(userKey),
                    let shown = setup.localSecond(of: clock.now, in: zone), shown >= local.secondsSince1970
                else { continue }
                return fail("not-late", "\(userKey) waits for \(id), though it is past \(local) there")
            }
        }
    }

    /// A decision names the catalog that was in force.
    func checkVersion(_ row: NotificationFact) {
        guard !republished.contains(row.app), let app = world.apps.first(where: { $0.id == row.app }) else { return }
        if row.policyVersion != app.catalog.version {
            fail("version", "\(row.id) is of version \(row.policyVersion), and \(app.catalog.version) is in force")
        }
    }
}

extension SimSetup {
    /// The latest that a local clock has shown until an instant, by Foundation's zones: clocks go back, time does not.
    func latestShown(until instant: Timestamp, in zone: String) -> Int64? {
        var latest = localSecond(of: instant, in: zone)
        let quarter = instant.seconds / 900
        // Clocks change at quarters of an hour, and by three hours at most.
        for step in 0..<13 {
            guard let shown = localSecond(of: Timestamp(seconds: (quarter - Int64(step)) * 900 - 1), in: zone) else {
                continue
            }
            latest = max(latest ?? shown, shown + 1)
        }
        return latest
    }
}
