import Foundation
import PealCore
import PealStore

extension PayloadEncryption {
    /// A membership as it is stored: its attributes are sealed, but for those that rules read.
    /// - Throws: ``CryptoError`` when the app has no key.
    func sealing(_ member: Member, app: AppID) throws -> Member {
        var stored = member
        stored.attributes = member.attributes.filter { Member.readAttributes.contains($0.key) }
        let others = member.attributes.filter { !Member.readAttributes.contains($0.key) }
        guard !others.isEmpty else { return stored }
        var json = JSONWriter(reserving: 256)
        json.value(.object(others))
        stored.sealedAttributes = try seal(json.bytes, .memberAttributes(member.entity, member.userID), app: app)
        return stored
    }

    /// A membership with all its attributes.
    /// - Throws: ``CryptoError`` when no key at hand opens them.
    func opening(_ stored: Member, app: AppID) throws -> Member {
        guard !stored.sealedAttributes.isEmpty else { return stored }
        let column = SealedColumn.memberAttributes(stored.entity, stored.userID)
        let plain = try open(stored.sealedAttributes, column, app: app)
        var member = stored
        member.attributes.merge(try JSONDecoder().decode([String: JSONValue].self, from: Data(plain))) { read, _ in read
        }
        member.sealedAttributes = []
        return member
    }
}
