public import PealCore
import PealStore

/// Takes replies of participants about their arrival (R158, R194–R201).
public struct EtaReplies: Sendable {
    private let store: any EtaStore & DirectoryStore & DeviceStore & ChangeStore
    private let catalogs: CatalogLookup
    private let encryption: PayloadEncryption
    private let notices: EtaHostNotices
    private let now: @Sendable () -> Timestamp

    init(
        store: any EtaStore & DirectoryStore & DeviceStore & ChangeStore,
        catalogs: @escaping CatalogLookup,
        encryption: PayloadEncryption,
        notices: EtaHostNotices,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.catalogs = catalogs
        self.encryption = encryption
        self.notices = notices
        self.now = now
    }

    /// Stores a reply; the same one again, by its timestamp, has the first result.
    /// - Parameters:
    ///   - draft: the reply.
    ///   - user: the participant.
    ///   - event: the event's identifier.
    ///   - app: the app.
    /// - Returns: what the participant learns.
    /// - Throws: ``EtaOff``, ``EtaRefusal``, ``StoreError``.
    public func reply(_ draft: EtaDraft, of user: UserID, to event: String, app: AppID) async throws -> EtaReceipt {
        let ref = EntityRef(type: EtaRules.entityType, id: event)
        let receipt = try await store.applyPlanned(to: app) { _ in
            try await plan(draft, of: user, to: ref, app: app, at: now())
        }
        return try await confirmed(receipt, app: app)
    }

    /// Plans what a reply changes, for a group that may have other changes next to it.
    /// - Parameters:
    ///   - draft: the reply.
    ///   - user: the participant.
    ///   - event: the event.
    ///   - app: the app.
    ///   - byAction: whether a button of a notification says it.
    ///   - instant: now.
    /// - Returns: the changes, none when the reply came before; and what the participant learns, without the text.
    /// - Throws: ``EtaOff``, ``EtaRefusal``, ``StoreError``.
    func plan(
        _ draft: EtaDraft,
        of user: UserID,
        to event: EntityRef,
        app: AppID,
        byAction: Bool = false,
        at instant: Timestamp
    ) async throws -> (changes: [Change], value: EtaReceipt) {
        guard let catalog = catalogs(app, nil), let rules = catalog.eta else { throw EtaOff(app: app) }
        let question = EtaQuestion(event: event, requests: rules.requests, participants: .one(user))
        let reply = EtaReply(
            status: draft.status,
            minutesLate: draft.minutesLate,
            at: draft.instant(at: instant),
            sealedMessage: try sealed(draft.message, .etaMessage(event, user), app)
        )
        let facts = try await store.etaFacts(question, app: app)
        switch try EtaVerdict(reply, sent: draft.sent, facts: facts, rules: rules, at: instant) {
        case .repeated(let answer):
            return ([], EtaReceipt(answer, of: user, to: event))
        case .accepted(var plan):
            plan.isByAction = byAction
            let notice = try await notices.changes(after: plan, facts, catalog: catalog, app: app, at: instant)
            return (
                [.eta(plan)] + notice, EtaReceipt(EtaAnswer(sent: draft.sent ?? instant, reply), of: user, to: event)
            )
        }
    }

    /// A receipt with the text of the catalog in the participant's language.
    func confirmed(_ receipt: EtaReceipt, app: AppID) async throws -> EtaReceipt {
        guard let catalog = catalogs(app, nil), let rules = catalog.eta else { throw EtaOff(app: app) }
        var receipt = receipt
        receipt.confirmation = try await confirmation(receipt, catalog, rules, app)
        return receipt
    }

    private func sealed(_ message: String?, _ column: SealedColumn, _ app: AppID) throws -> [UInt8] {
        guard let message, !message.isEmpty else { return [] }
        return try encryption.seal(Array(message.utf8), column, app: app)
    }

    /// The text of the catalog in the participant's language.
    private func confirmation(_ receipt: EtaReceipt, _ catalog: Catalog, _ rules: EtaRules, _ app: AppID) async throws
        -> String?
    {
        let question = EtaQuestion(
            event: receipt.event,
            requests: [],
            hostRole: rules.hostRole,
            participants: .none
        )
        let hasHost = try await store.etaFacts(question, app: app)?.hasHost ?? false
        guard let copy = rules.confirmation(of: receipt.status, hasHost: hasHost) else { return nil }
        let devices = try await store.devices(of: receipt.user, app: app).map(RecipientSnapshot.DeviceFacts.init)
        let user = try await store.user(receipt.user, app: app)
        let snapshot = RecipientSnapshot(
            userID: receipt.user,
            user: user,
            preferences: Preferences(),
            devices: devices
        )
        let (locale, minutes) = (copy.resolve(snapshot.locale(in: catalog)), receipt.minutesLate ?? 0)
        let form = PluralRules(locale: locale).category(of: PluralOperands(Int64(minutes)))
        return copy.text(for: locale)?.form(form).render { _, _ in String(minutes) }
    }
}

extension EtaReceipt {
    fileprivate init(_ answer: EtaAnswer, of user: UserID, to event: EntityRef) {
        self.init(
            event: event,
            user: user,
            status: answer.status,
            minutesLate: answer.minutesLate,
            at: answer.at,
            confirmation: nil
        )
    }
}
