import PealCore
import PealSandbox
import Synchronization

/// Which virtual phone is which device, so that each knows what the other was told.
final class SandboxPhones: Sendable {
    private let farm: PhoneFarm
    private let byDevice = Mutex<[DeviceID: String]>([:])

    init(farm: PhoneFarm) { self.farm = farm }

    func register(_ device: DeviceID, phone: String) { byDevice.withLock { $0[device] = phone } }

    /// A phone follows what its app reports of the person's permission.
    func follow(_ device: Device) {
        guard let phone = byDevice.withLock({ $0[device.id] }) else { return }
        try? farm.setPermission(phone, device.permission)
    }

    /// The phones of a person that still have the app, with the devices they are registered as.
    func phones(app: AppID, user: UserID) -> [(phone: VirtualPhone, device: DeviceID)] {
        let devices = byDevice.withLock { Dictionary($0.map { ($1, $0) }, uniquingKeysWith: { first, _ in first }) }
        return farm.all.compactMap { phone in
            guard phone.app == app.rawValue, phone.user == user.rawValue, phone.isInstalled, let device = devices[phone.id]
            else { return nil }
            return (phone, device)
        }
    }
}
