public import PealCore
public import PealStore

extension MemoryStore: LaneStore {
    /// Every lane that an operator or an alarm said something about.
    public func lanes() async throws -> [LaneRecord] {
        read { contents in contents.all.flatMap { rows in rows.lanes.values.sorted { $0.lane < $1.lane } } }
    }

    /// Pauses lanes or lets them go on.
    public func setPaused(_ lanes: [LaneKey], _ isPaused: Bool, now: Timestamp) async throws {
        try await write { contents in
            for lane in lanes {
                contents[lane.app].change(lane) { $0.pausedAt = isPaused ? $0.pausedAt ?? now : nil }
            }
        }
    }

    /// Raises or lifts the alarm, and restores what was declared dead.
    public func setDoubted(_ lane: LaneKey, since: Timestamp?, now: Timestamp) async throws -> Int {
        try await write(lane.app) { rows in
            rows.change(lane) { $0.doubtedSince = since == nil ? nil : now }
            guard let since else { return 0 }
            return rows.changeDevices { row in
                guard row.device.provider == lane.provider, let at = row.device.invalidSince, at >= since else {
                    return false
                }
                if row.device.state == .quarantined { row.device.state = .active }
                row.device.invalidSince = nil
                return true
            }
        }
    }

    /// Sends failed deliveries of a lane again.
    public func redrive(_ lane: LaneKey, since: Timestamp, now: Timestamp) async throws -> (again: Int, left: Int) {
        try await write(lane.app) { rows in
            let report = rows.redrive(lane.provider, since: since, now: now)
            rows.change(lane) { record in
                let next = record.redrivenAt.map { $0 + .milliseconds(1) }
                record.redrivenAt = max(now, next ?? now)
            }
            return report
        }
    }

    /// How many deliveries of each lane are pending or under way.
    public func openCounts() async throws -> [LaneKey: Int] {
        read { contents in
            contents.all.reduce(into: [:]) { counts, rows in
                for row in rows.deliveries.rows {
                    counts[rows.lane(row.provider), default: 0] += row.isOpen ? 1 : 0
                }
            }
        }
    }

    /// How many deliveries of each lane are pending or under way, and how many failed since an instant.
    public func laneCounts(since: Timestamp) async throws -> [LaneKey: LaneCounts] {
        read { contents in
            let first = NotificationID(firstAt: since)
            var counts: [LaneKey: LaneCounts] = [:]
            for rows in contents.all {
                for row in rows.deliveries.rows {
                    let lane = rows.lane(row.provider)
                    if row.isOpen { counts[lane, default: LaneCounts()].pending += 1 }
                    if row.state == .failed, row.id.notification >= first {
                        counts[lane, default: LaneCounts()].failed += 1
                    }
                }
            }
            return counts
        }
    }
}

extension AppRows {
    fileprivate mutating func change(_ lane: LaneKey, _ change: (inout LaneRecord) -> Void) {
        let none = LaneRecord(lane: lane, pausedAt: nil, doubtedSince: nil, redrivenAt: nil)
        change(&lanes[lane.provider, default: none])
    }

    /// Makes failed deliveries pending again.
    fileprivate mutating func redrive(_ provider: ProviderID, since: Timestamp, now: Timestamp) -> (Int, Int) {
        var report = (again: 0, left: 0)
        let first = NotificationID(firstAt: since)
        for row in deliveries.rows(in: .failed(provider)) where row.id.notification >= first {
            guard let notification = notifications[row.id.notification], notification.createdAt >= since,
                devices.contains(row.id.device)
            else { continue }
            guard isReachable(row.id.device, of: notification.user), notification.relevance.isWorthPushing(at: now),
                let state = DeliveryMachine.next(.failed, on: .redriven)
            else {
                report.left += 1
                continue
            }
            deliveries.update(row.id) { row in
                row.state = state
                row.reason = nil
                row.dueAt = now
                row.retries = 0
                row.resends = 0
            }
            report.again += 1
            add(.deliveryDue, .delivery(row.id))
        }
        return report
    }
}
