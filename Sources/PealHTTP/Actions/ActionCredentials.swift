import HTTPTypes
import Hummingbird
import PealCore
import PealCrypto
import PealEngine

/// Finds out whose call it is from the token of an action: `Authorization: Peal-Action <token>`.
struct ActionCredentials: Sendable {
    let tokens: ActionTokens
    let actions: TakeActions
    let users: Users
    let now: @Sendable () -> Timestamp

    /// The user of the notification; `nil` when the header has another scheme.
    ///
    /// Whatever is wrong with a token, the answer is the same, and nothing is looked up before its signature holds.
    /// - Throws: ``CredentialFault/Failure``, with 404 for a token that holds, of a notification that accepts no actions any more.
    func credential(_ headers: HTTPFields, on parameters: Parameters) async throws -> Credential? {
        let parts = headers[.authorization]?.split(separator: " ", maxSplits: 1) ?? []
        guard parts.first?.lowercased() == "peal-action" else { return nil }
        let text = parts.count == 2 ? parts[1].drop { $0 == " " } : ""
        guard let id = parameters.get("id").flatMap({ NotificationID($0) }),
            let action = parameters.get("actionId").flatMap({ PercentCoding.decode($0) }),
            let token = tokens.verify(text, for: action, of: id, now: now())
        else { throw Self.refusal }
        guard let owner = try await actions.owner(of: id, app: token.app) else {
            throw CredentialFault.Failure(.actionToken, ActionController.noNotification)
        }
        guard token.belongs(to: owner.user) else { throw Self.refusal }
        // A token is as old as the decision that it was sent with.
        switch try await users.admitCall(of: owner.user, app: token.app, tokenIssuedAt: owner.decidedAt) {
        case .admitted: return Credential(caller: .action(app: token.app, user: owner.user))
        case .erased, .revoked: throw Self.refusal
        }
    }

    private static let refusal = CredentialFault.Failure(.actionToken, "invalid or expired action token")
}
