package import PealCore
package import PealSandbox
import Synchronization

/// Which virtual phone is which device, so that each knows what the other was told.
package final class SandboxPhones: Sendable {
    private let fleet: DeviceFleet
    private let byDevice = Mutex<[DeviceID: String]>([:])
    private let openedAt = Mutex<[String: Timestamp]>([:])

    init(fleet: DeviceFleet) { self.fleet = fleet }

    /// A phone's app was opened and registered as a device, instead of the one that it was before.
    func register(_ device: DeviceID, phone: String, at now: Timestamp) {
        byDevice.withLock { devices in
            for (known, its) in devices where its == phone && known != device { devices[known] = nil }
            devices[device] = phone
        }
        openedAt.withLock { $0[phone] = now }
    }

    /// When a phone's app was opened last.
    func lastOpened(_ phone: String) -> Timestamp? { openedAt.withLock { $0[phone] } }

    /// The device that a phone is registered as.
    func device(of phone: String) -> DeviceID? { byDevice.withLock { $0.first { $0.value == phone }?.key } }

    /// A phone follows what its app reports of the user's permission.
    func follow(_ device: Device) {
        guard let phone = byDevice.withLock({ $0[device.id] }) else { return }
        try? fleet.setPermission(phone, device.permission)
    }

    /// The phones of a user, with the devices they are registered as.
    ///
    /// A phone that lost the app counts until another of its kind has come in its place.
    package func phones(app: AppID, user: UserID) -> [(phone: VirtualPhone, device: DeviceID)] {
        let devices = byDevice.withLock { Dictionary($0.map { ($1, $0) }, uniquingKeysWith: { first, _ in first }) }
        let theirs = fleet.all.filter { $0.app == app.rawValue && $0.user == user.rawValue }
        return theirs.enumerated().compactMap { index, phone in
            let isReplaced = theirs[(index + 1)...].contains { $0.platform == phone.platform }
            guard phone.isInstalled || !isReplaced, let device = devices[phone.id] else { return nil }
            return (phone, device)
        }
    }
}
