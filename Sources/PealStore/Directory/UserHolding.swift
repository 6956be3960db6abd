public import PealCore

/// What a table holds about users: how it is found, erased and exported.
public struct UserHolding: Sendable, Equatable {
    /// The columns that name a user, or hold something of theirs.
    public var columns: [String]
    /// How it is erased.
    public var erasure: Erasure
    /// Where it is exported.
    public var export: Export

    init(_ columns: String..., erasure: Erasure, export: Export) {
        self.columns = columns
        self.erasure = erasure
        self.export = export
    }

    /// How what a table holds of a user is erased.
    public enum Erasure: Sendable, Equatable {
        /// Rows whose column names the user are deleted.
        case deleted(by: String)
        /// The column that names the user is emptied.
        case emptied(String)
        /// A rule of its own.
        case byRule(Rule)
        /// Its rows are deleted with those of another table.
        case with(StoredTable)
        /// It names users by a reference alone, which is destroyed in another table.
        case referenceDestroyed(in: StoredTable)
        /// A keyed hash is kept: it refuses the calls of who was erased.
        case marked
        /// There is nothing to erase.
        case nothing
    }

    /// Erasures that more than one column decides about.
    public enum Rule: Sendable, Equatable {
        /// The triggers that wait for the user do so no longer.
        case waits
        /// Counts of requests whose actor is the user.
        case rejections, limitWindowUses, limitCounts
        /// The user is taken out of audiences, actors and cursors.
        case triggers
    }

    /// Where what a table holds of a user is exported.
    public enum Export: Sendable, Equatable {
        /// As a part.
        case part(ExportPart)
        /// Not, and why.
        case no(String)
    }
}

extension StoredTable {
    /// What it holds about users.
    public var holding: UserHolding {
        switch self {
        case .badge: UserHolding("user_id", erasure: .deleted(by: "user_id"), export: .no("counts notifications"))
        case .notification:
            UserHolding(
                "user_id",
                "sealed_text",
                "sealed_digest_text",
                erasure: .deleted(by: "user_id"),
                export: .part(.notifications)
            )
        case .device:
            UserHolding(
                "user_id",
                "token_hash",
                "sealed_token",
                "key_hash",
                erasure: .deleted(by: "user_id"),
                export: .part(.devices)
            )
        case .reachability:
            UserHolding("user_id", erasure: .deleted(by: "user_id"), export: .no("follows from the devices"))
        case .member:
            UserHolding("user_id", "sealed_attributes", erasure: .deleted(by: "user_id"), export: .part(.memberships))
        case .preference, .mute: UserHolding("user_id", erasure: .deleted(by: "user_id"), export: .part(.preferences))
        case .entity: UserHolding("owner_id", erasure: .emptied("owner_id"), export: .part(.owned))
        case .firing: UserHolding("user_id", erasure: .deleted(by: "user_id"), export: .no("is in the notifications"))
        case .localWait: UserHolding("user_id", erasure: .byRule(.waits), export: .no("will be in the notifications"))
        case .rejectedRequest: UserHolding("scope_key", erasure: .byRule(.rejections), export: .no("counts requests"))
        case .limitWindowUse:
            UserHolding("scope_key", erasure: .byRule(.limitWindowUses), export: .no("counts requests"))
        case .limitCount: UserHolding("scope_key", erasure: .byRule(.limitCounts), export: .no("counts requests"))
        case .trigger:
            UserHolding(
                "actor_id",
                "audience",
                "sealed_data",
                "cursor",
                "cancel_cursor",
                "withdraw_cursor",
                "retract_cursor",
                erasure: .byRule(.triggers),
                export: .no("what it meant for the user is in the notifications")
            )
        case .webhookMessage:
            UserHolding("user_id", erasure: .deleted(by: "user_id"), export: .no("repeats what is exported"))
        case .namedUser: UserHolding("user_id", erasure: .deleted(by: "user_id"), export: .no("finds triggers"))
        case .storedAnswer:
            UserHolding("user_id", erasure: .deleted(by: "user_id"), export: .no("repeats what is exported"))
        case .userKey: UserHolding("user_id", erasure: .deleted(by: "user_id"), export: .no("a reference of our own"))
        case .channelAddress:
            UserHolding("user_id", "sealed", erasure: .deleted(by: "user_id"), export: .part(.addresses))
        case .user: UserHolding("sealed_details", erasure: .deleted(by: "id"), export: .part(.user))
        case .erasedUser: UserHolding("mark", erasure: .marked, export: .no("nothing is left to export"))
        case .etaReply:
            UserHolding("user_id", "sealed_message", erasure: .with(.member), export: .part(.etaReplies))
        case .actionReply: UserHolding(erasure: .with(.notification), export: .part(.actions))
        case .delivery:
            UserHolding("user_id", erasure: .with(.notification), export: .no("its end is in the notifications"))
        case .channelDelivery:
            UserHolding(erasure: .with(.notification), export: .no("its end is in the notifications"))
        case .redelivery: UserHolding(erasure: .with(.notification), export: .no("a plan of one more attempt"))
        case .receipt: UserHolding(erasure: .with(.notification), export: .no("a number of the push service"))
        case .content: UserHolding("sealed", erasure: .with(.notification), export: .part(.notifications))
        case .syncPush: UserHolding("user_id", erasure: .with(.device), export: .no("shows nothing"))
        case .syncClear: UserHolding(erasure: .with(.device), export: .no("shows nothing"))
        case .eventLog: UserHolding(erasure: .referenceDestroyed(in: .userKey), export: .no("names what is exported"))
        case .auditSecret:
            UserHolding("user_id", "sealed_secret", erasure: .deleted(by: "user_id"), export: .no("a key of our own"))
        case .auditPage, .auditPageKeys:
            UserHolding(erasure: .referenceDestroyed(in: .userKey), export: .no("names users by a reference alone"))
        case .analyticsEvent:
            UserHolding(erasure: .referenceDestroyed(in: .userKey), export: .no("repeats what is exported"))
        case .arrival:
            UserHolding(erasure: .referenceDestroyed(in: .userKey), export: .no("counts what is exported"))
        case .meta, .app, .catalog, .claim, .schedule, .queue, .webhook, .alert, .alertMessage, .secretKey, .dataKey,
            .optOutCount,
            .deletedEntity, .decisionCount, .deliveryCount, .queueCount, .deviceCount, .eventReader, .analyticsCount,
            .auditTree, .auditCheckpoint:
            UserHolding(erasure: .nothing, export: .no("names no user"))
        }
    }
}
