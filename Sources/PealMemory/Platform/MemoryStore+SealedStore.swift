public import PealCore
public import PealStore

extension MemoryStore: SealedStore {
    /// The next devices by identifier, with their sealed tokens.
    public func sealedTokens(app: AppID, after: DeviceID?, limit: Int) async throws -> [SealedToken] {
        read(app) { rows in
            rows.devices.keys.after(after).prefix(limit).compactMap { rows.devices[$0]?.device }.map {
                SealedToken(
                    id: $0.id,
                    user: $0.userID,
                    provider: $0.provider,
                    hash: $0.tokenHash,
                    sealed: $0.sealedToken
                )
            }
        }
    }

    /// The devices that are stored under the hashes of some tokens.
    public func holders(of tokens: [SealedToken], app: AppID) async throws -> [DeviceID: DeviceID] {
        read(app) { rows in
            tokens.reduce(into: [:]) { $0[$1.id] = rows.devices.keys(in: .token($1.provider, $1.hash)).first }
        }
    }

    /// What is sealed in the next rows of a kind.
    public func sealedValues(of kind: SealedKind, app: AppID, after last: SealedColumn?, limit: Int) async throws
        -> SealedPage
    {
        read(app) { rows in SealedPage(rows: rows.sealed(kind, after: last, limit: limit), limit: limit) }
    }

    /// Replaces sealed values, where they still are what was read.
    public func replace(_ values: [Resealed<SealedValue>], app: AppID) async throws -> Int {
        try await write(app) { rows in values.count { rows.replace($0) } }
    }
}

extension AppRows {
    fileprivate func sealed(_ kind: SealedKind, after last: SealedColumn?, limit: Int) -> [[SealedValue]] {
        switch kind {
        case .triggers:
            let before: TriggerID? = if case .triggerData(let id) = last { id } else { nil }
            return triggers.keys.before(before).reversed().prefix(limit).compactMap { triggers[$0] }
                .map { [SealedValue(.triggerData($0.key), $0.sealedData)] }
        case .users:
            let after: UserID? = if case .userDetails(let id) = last { id } else { nil }
            return users.keys.after(after).prefix(limit).compactMap { users[$0] }
                .map { [SealedValue(.userDetails($0.id), $0.sealedDetails)] }
        case .contents:
            let before: ContentID? = if case .sharedText(let id) = last { id } else { nil }
            return contents.keys.before(before).reversed().prefix(limit).compactMap { contents[$0] }
                .map { [SealedValue(.sharedText($0.key), $0.sealed)] }
        case .notifications:
            let before: NotificationID? = if case .text(let id) = last { id } else { nil }
            return notifications.keys.before(before).reversed().prefix(limit).compactMap { notifications[$0] }
                .map {
                    [
                        SealedValue(.text($0.id), $0.content.text.bytes),
                        .init(.digestText($0.id), $0.content.text.digest ?? []),
                    ]
                }
        case .etaReplies:
            let after: Member.Key? =
                if case .etaMessage(let event, let user) = last { Member.Key(entity: event, user: user) } else { nil }
            return replies.keys.after(after).prefix(limit).compactMap { replies[$0] }
                .map { [SealedValue(.etaMessage($0.key.entity, $0.key.user), $0.record.latest.sealedMessage)] }
        case .members:
            let after: Member.Key? =
                if case .memberAttributes(let entity, let user) = last {
                    Member.Key(entity: entity, user: user)
                } else { nil }
            return members.keys.after(after).prefix(limit).compactMap { members[$0] }
                .map { [SealedValue(.memberAttributes($0.entity, $0.userID), $0.sealedAttributes)] }
        case .auditSecrets:
            let after: UserID? = if case .auditSecret(let id) = last { id } else { nil }
            return auditSecrets.keys.sorted().filter { user in after.map { $0 < user } ?? true }.prefix(limit)
                .map { [SealedValue(.auditSecret($0), auditSecrets[$0] ?? [])] }
        case .webhooks:
            let after: WebhookID? = if case .webhookSecrets(let id) = last { id } else { nil }
            let ids = webhooks.keys.sorted().filter { id in after.map { id > $0 } ?? true }
            return ids.prefix(limit).compactMap { webhooks[$0]?.webhook }
                .map { [SealedValue(.webhookSecrets($0.id), $0.sealedSecrets)] }
        case .channelAddresses:
            let after: ChannelAddressRow.Key? =
                if case .channelAddress(let user, let channel) = last { .init(user: user, channel: channel) } else {
                    nil
                }
            return channelAddresses.keys.after(after).prefix(limit).compactMap { channelAddresses[$0]?.address }
                .map { [SealedValue(.channelAddress($0.user, $0.channel), $0.sealed)] }
        }
    }

    /// Replaces sealed bytes; `false` when they are not what was read.
    fileprivate mutating func replace(_ item: Resealed<SealedValue>) -> Bool {
        let (old, new) = (item.old.sealed, item.new.sealed)
        switch item.old.column {
        case .triggerData(let id):
            guard triggers[id]?.sealedData == old else { return false }
            return triggers.update(id) { $0.sealedData = new }
        case .userDetails(let id):
            guard users[id]?.sealedDetails == old else { return false }
            return users.update(id) { $0.sealedDetails = new }
        case .sharedText(let id):
            guard contents[id]?.sealed == old else { return false }
            return contents.update(id) { $0.sealed = new }
        case .text(let id):
            guard notifications[id]?.content.text.bytes == old else { return false }
            return notifications.update(id) { $0.content.text.bytes = new }
        case .digestText(let id):
            guard notifications[id]?.content.text.digest == old else { return false }
            return notifications.update(id) { $0.content.text.digest = new }
        case .memberAttributes(let entity, let user):
            let key = Member.Key(entity: entity, user: user)
            guard members[key]?.sealedAttributes == old else { return false }
            return members.update(key) { $0.sealedAttributes = new }
        case .auditSecret(let user):
            guard auditSecrets[user] == old else { return false }
            auditSecrets[user] = new
            return true
        case .etaMessage(let event, let user):
            let key = Member.Key(entity: event, user: user)
            guard replies[key]?.record.latest.sealedMessage == old else { return false }
            return replies.update(key) { $0.record.latest.sealedMessage = new }
        case .channelAddress(let user, let channel):
            let key = ChannelAddressRow.Key(user: user, channel: channel)
            guard channelAddresses[key]?.address.sealed == old else { return false }
            return channelAddresses.update(key) { $0.address.sealed = new }
        case .webhookSecrets(let id):
            guard webhooks[id]?.webhook.sealedSecrets == old else { return false }
            webhooks[id]?.webhook.sealedSecrets = new
            return true
        }
    }
}
