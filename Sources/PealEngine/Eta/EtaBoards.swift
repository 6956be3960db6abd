public import PealCore
import PealStore

/// Shows hosts which participant arrives when (R202–R207).
///
/// Only hosts and the backend see a board: for all others there is none.
public struct EtaBoards: Sendable {
    /// Members that a board reads at most, by identifier; what is beyond is left out.
    public static let memberLimit = 5_000

    private let store: any EtaStore & ChangeStore
    private let catalogs: CatalogLookup
    private let encryption: PayloadEncryption
    private let now: @Sendable () -> Timestamp

    init(
        store: any EtaStore & ChangeStore,
        catalogs: @escaping CatalogLookup,
        encryption: PayloadEncryption,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.catalogs = catalogs
        self.encryption = encryption
        self.now = now
    }

    /// Whether an app has boards.
    public func isOn(_ app: AppID) -> Bool { catalogs(app, nil)?.eta != nil }

    /// Whether a user sees the board of an event.
    /// - Throws: ``EtaOff``, ``StoreError``.
    public func isHost(_ user: UserID, of event: String, app: AppID) async throws -> Bool {
        let rules = try rules(app)
        let facts = try await store.etaFacts(question(event, [], viewer: user, .none), app: app)
        return rules.isHost(facts?.viewer)
    }

    /// The board of an event as it is now.
    /// - Parameters:
    ///   - event: the event's identifier.
    ///   - app: the app.
    ///   - viewer: who looks; `nil` is the backend.
    /// - Returns: the board; `nil` when there is no such event, or it is not theirs to see.
    /// - Throws: ``EtaOff``, ``StoreError``.
    public func board(of event: String, app: AppID, viewer: UserID?) async throws -> EtaBoardView? {
        let rules = try rules(app)
        let question = question(event, rules.requests, viewer: viewer, .all(limit: Self.memberLimit))
        guard let facts = try await store.etaFacts(question, app: app), rules.allows(viewer, facts) else { return nil }
        let instant = now()
        var users: [UserID: PersonalDetails] = [:]
        let board = try EtaBoard(facts, rules: rules, at: instant) { participant in
            let profile = try details(of: participant, app)
            users[participant.member.userID] = profile
            return profile.name ?? participant.member.userID.rawValue
        }
        let participants = try board.rows.map { row in
            try view(of: row, users[row.participant.member.userID] ?? PersonalDetails(), app)
        }
        return EtaBoardView(board: board, participants: participants)
    }

    /// Notes that a host looks at a board, as their client says (R218).
    /// - Parameters:
    ///   - view: the board.
    ///   - host: the host.
    ///   - app: the app.
    /// - Throws: ``StoreError``.
    public func note(_ view: EtaBoardView, seenBy host: UserID, app: AppID) async throws {
        let detail = EventDetail.viewed(participants: view.participants.count, at: now())
        _ = try await store.applies([.noteView(view.board.event, by: host, detail)], to: app)
    }

    /// One participant with what the catalog shows of them (R207).
    /// - Parameters:
    ///   - user: the participant.
    ///   - event: the event's identifier.
    ///   - app: the app.
    ///   - viewer: who looks; `nil` is the backend.
    /// - Returns: the participant; `nil` when there is none, or they are not the viewer's to see.
    /// - Throws: ``EtaOff``, ``StoreError``.
    public func participant(_ user: UserID, of event: String, app: AppID, viewer: UserID?) async throws
        -> EtaParticipantView?
    {
        let rules = try rules(app)
        let question = question(event, rules.requests, viewer: viewer, .one(user))
        guard let facts = try await store.etaFacts(question, app: app), rules.allows(viewer, facts),
            let participant = facts.participants.first, rules.isParticipant(participant.member)
        else { return nil }
        let profile = try details(of: participant, app)
        let row = EtaRow(
            participant,
            name: profile.name ?? user.rawValue,
            rules: rules,
            window: rules.window(of: facts.event),
            at: now()
        )
        var view = try view(of: row, profile, app)
        let attributes = try encryption.opening(participant.member, app: app).attributes
        for name in rules.show {
            view.details[name] = attributes[name] ?? profile.attributes[name]
        }
        return view
    }

    private func rules(_ app: AppID) throws -> EtaRules {
        guard let rules = catalogs(app, nil)?.eta else { throw EtaOff(app: app) }
        return rules
    }

    private func question(
        _ event: String,
        _ requests: [TypeID],
        viewer: UserID?,
        _ participants: EtaQuestion.Selection
    ) -> EtaQuestion {
        let ref = EntityRef(type: EtaRules.entityType, id: event)
        return EtaQuestion(event: ref, requests: requests, viewer: viewer, participants: participants)
    }

    private func details(of participant: EtaParticipant, _ app: AppID) throws -> PersonalDetails {
        try participant.user.map { try encryption.details(of: $0, app: app) } ?? PersonalDetails()
    }

    private func view(of row: EtaRow, _ profile: PersonalDetails, _ app: AppID) throws -> EtaParticipantView {
        let member = row.participant.member
        var view = EtaParticipantView(row: row)
        if case .string(let avatar)? = profile.attributes["avatar"] { view.avatar = avatar }
        if let sealed = row.reply?.sealedMessage, !sealed.isEmpty {
            let plain = try encryption.open(sealed, .etaMessage(member.entity, member.userID), app: app)
            view.message = String(decoding: plain, as: UTF8.self)
        }
        return view
    }
}

extension EtaRules {
    /// Whether the backend looks, or a host.
    fileprivate func allows(_ viewer: UserID?, _ facts: EtaFacts) -> Bool { viewer == nil || isHost(facts.viewer) }
}
