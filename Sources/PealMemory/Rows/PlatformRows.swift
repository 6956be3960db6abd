package import PealCore
import PealStore

/// A secret key, and when it was revoked.
struct SecretKeyRow: Equatable {
    var record: SecretKeyRecord
    var revokedAt: Timestamp?
}

/// A version of a catalog.
struct CatalogRow: Equatable {
    var record: CatalogRecord
    var yaml: String
    var fileHash: [UInt8]?

    var published: PublishedCatalog? {
        record.publishedAt.map { PublishedCatalog(version: record.version, yaml: yaml, publishedAt: $0) }
    }
}

/// An idempotent answer, and when it expires.
struct AnswerRow: Equatable {
    var answer: StoredAnswer
    var expiresAt: Timestamp
}

/// A window of a sender limit.
package struct QuotaRow: Equatable {
    package var end: Timestamp
    package var used: Int
}

/// Names a window of a sender limit.
package struct QuotaKey: Hashable {
    package var limit: String
    package var scope: TextKey
    package var start: Timestamp
}

/// What intake rejected, counted.
struct RejectedRow: Equatable {
    var subject: String
    var type: TypeID
    /// The entity or actor whose triggers the limit counts together.
    var scope: SenderLimit.Scope?
    var scopeKey: TextKey
    var resetsAt: Timestamp
    var count = 1
    var firstAt: Timestamp
    var lastAt: Timestamp
}
