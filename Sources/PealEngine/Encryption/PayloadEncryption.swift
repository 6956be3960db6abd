import Foundation
public import PealCore
public import PealCrypto
import PealStore

/// Seals the data of triggers, the details of users and the texts of notifications, so that nothing personal is on disk
/// in clear (design §8).
///
/// Each seal is bound to its app and its column (``SealedColumn``): moved elsewhere, it does not open.
public struct PayloadEncryption: Sendable {
    private let keyring: Keyring

    /// Seals with the app's data key.
    public init(keyring: Keyring) { self.keyring = keyring }

    func seal(_ data: [String: JSONValue], app: AppID, trigger: TriggerID) throws -> [UInt8] {
        var plain = JSONWriter(reserving: 256)
        plain.value(.object(data))
        return try seal(plain.bytes, .triggerData(trigger), app: app)
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
        let plain = try open(sealed, .triggerData(trigger), app: app)
        if plain.count == 2 { return [:] }
        return try JSONDecoder().decode([String: JSONValue].self, from: Data(plain))
    }

    /// Seals the name and the attributes of a user; nothing where there are none.
    func seal(_ details: PersonalDetails, of user: UserID, app: AppID) throws -> [UInt8] {
        guard !details.isEmpty else { return [] }
        return try seal([UInt8](JSONEncoder().encode(details)), .userDetails(user), app: app)
    }

    /// Opens the name and the attributes of a user; throws ``CryptoError`` when no key at hand does.
    func details(of user: User, app: AppID) throws -> PersonalDetails {
        guard !user.sealedDetails.isEmpty else { return PersonalDetails() }
        let plain = try open(user.sealedDetails, .userDetails(user.id), app: app)
        return try JSONDecoder().decode(PersonalDetails.self, from: Data(plain))
    }

    func seal(_ plain: [UInt8], _ column: SealedColumn, app: AppID) throws(CryptoError) -> [UInt8] {
        try keyring.seal(plain, app: app, context: column.context)
    }

    func open(_ sealed: [UInt8], _ column: SealedColumn, app: AppID) throws(CryptoError) -> [UInt8] {
        try keyring.open(sealed, app: app, context: column.context)
    }
}
