import PealCore
import PealEngine
import PealStore

/// Devices that say what they show, and the pushes that they get once more.
extension SeedRun {
    /// A device that was off is back, and shows some of what it was handed.
    func syncDevice(_ userKey: UserKey, _ process: ProcessRun) async throws {
        let devices = try await process.store.devices(of: userKey.user, app: userKey.app)
        guard let device = random.pick(devices) else { return }
        touched.insert(userKey)
        let handed = try process.facts.deliveries.filter {
            $0.app == userKey.app && $0.id.device == device.id && $0.state == "accepted"
        }
        let shown = handed.map(\.id).filter { _ in random.happens(0.4) }
        let report = DeviceReport(.background, shown: shown.map { ShownPush(id: $0.notification) })
        // Noted before: what is answered late, or lost in a crash, may have been stored.
        record.syncs[device.id, default: []].append(.init(step: tally.steps, at: clock.now))
        _ = try await process.engine.deviceSync(report, of: device.id, user: userKey.user, app: userKey.app)
        guard alive?.number == process.number else { return }
        record.confirmed.formUnion(shown)
        note("\(userKey) syncs \(device.id.rawValue.hex.suffix(8)), which shows \(shown.count)")
    }

    /// One look at what is sent once more; whether there may be more.
    func redeliver() async throws -> Bool {
        guard let process = alive else { return false }
        let isBusy = try await process.engine.redeliveries.step()
        guard alive?.number == process.number else { return false }
        if isBusy { note("looked at what devices may have lost") }
        return isBusy
    }

    /// Why a push may not go again that was accepted before; `nil` when its device was off.
    func objection(toRedelivering id: DeliveryID, handedOver step: Int, _ type: NotificationType?) -> String? {
        guard type?.isRedelivered ?? true else { return "of a type that is not sent once more" }
        guard record.redelivered.insert(id).inserted else { return "for the second time" }
        if record.confirmed.contains(id) { return "which its device has confirmed" }
        let synced = record.syncs[id.device, default: []].contains { sync in
            sync.step >= step && sync.at + .seconds(10) <= clock.now
        }
        return synced ? nil : "though its device did not say so 10 seconds before"
    }
}
