import Logging
import PealCore

/// Notifies hosts of an event when a participant comes late, or not at all (R195, R210).
///
/// The trigger is stored with the reply that it is about: neither is there without the other.
struct EtaHostNotices: Sendable {
    let accept: AcceptTriggers
    let triggers: OwnTriggers
    let encryption: PayloadEncryption
    let logger: Logger

    /// The changes that notify hosts of a reply; none when it is no news for them.
    ///
    /// A notice that the catalog's type does not permit is left out and logged: the reply counts all the same.
    /// - Parameters:
    ///   - plan: the reply.
    ///   - facts: the event with the participant alone.
    ///   - catalog: the catalog in force.
    ///   - app: the app.
    ///   - now: the instant.
    /// - Returns: the changes.
    /// - Throws: ``StoreError``.
    func changes(after plan: EtaPlan, _ facts: EtaFacts?, catalog: Catalog, app: AppID, at now: Timestamp) async throws
        -> [Change]
    {
        guard let facts, let notice = catalog.eta?.hostNotice, notice.isDue(for: plan),
            let type = catalog.type(notice.type)
        else { return [] }
        let user = facts.participants.first?.user
        let name = try user.flatMap { try encryption.details(of: $0, app: app).name } ?? plan.user.rawValue
        let draft = TriggerDraft(
            type: type.id,
            entity: plan.event,
            actor: Trigger.Actor(id: plan.user, kind: .user),
            data: notice.data(after: plan.after.latest, from: name, about: facts.event, for: type.variables.map(\.name))
        )
        let submission: TriggerSubmission
        do throws(IntakeProblem) {
            submission = try triggers.submission(of: draft, type, about: facts.event, catalog, now: now)
        } catch {
            logger.error(
                "hosts are not notified of a reply: the type does not permit it",
                metadata: ["app": "\(app)", "type": "\(type.id)", "code": "\(error.code.rawValue)"]
            )
            return []
        }
        return try await accept.changes(for: submission, app: app)
    }
}
