import Foundation
public import PealCore
public import PealCrypto

/// Seals a trigger's data, so that personal variables never lie on disk in clear (design §8).
public struct DataVault: Sendable {
    private let keyring: Keyring

    /// Seals with the app's data key.
    public init(keyring: Keyring) { self.keyring = keyring }

    func seal(_ data: [String: JSONValue], app: AppID, trigger: TriggerID) throws -> [UInt8] {
        let plain = data.isEmpty ? Data("{}".utf8) : try JSONEncoder().encode(data)
        return try keyring.seal([UInt8](plain), app: app, context: trigger.description)
    }

    /// Seals a trigger's data, as an intake problem when that fails.
    func sealing(_ trigger: Trigger) throws(IntakeProblem) -> [UInt8] {
        do {
            return try seal(trigger.data, app: trigger.app, trigger: trigger.id)
        } catch {
            throw IntakeProblem(code: .invalid, details: [.init(detail: "data cannot be stored", pointer: "/data")])
        }
    }

    /// Opens a trigger's data; throws ``CryptoError`` when no key at hand does.
    public func open(_ sealed: [UInt8], app: AppID, trigger: TriggerID) throws -> [String: JSONValue] {
        let plain = try keyring.open(sealed, app: app, context: trigger.description)
        if plain.count == 2 { return [:] }
        return try JSONDecoder().decode([String: JSONValue].self, from: Data(plain))
    }
}
