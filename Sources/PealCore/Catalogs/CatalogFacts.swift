/// What a catalog's text, or a version that is to be published, is judged by.
public struct CatalogFacts: Sendable, Equatable {
    /// The version in force; `nil` before the first.
    public var inForce: CatalogRecord?
    /// Its text.
    public var text: String?
    /// The highest number of a version, drafts too; 0 before the first.
    public var newest: Int
    /// The hash of the last version that came from a file.
    public var fileHash: [UInt8]?
    /// The drafts that wait to be published, the newest first.
    public var drafts: [Int]
    /// The version that was asked for, where there is one.
    public var asked: CatalogRecord?

    /// How many drafts an app keeps: those that nobody published make room for newer ones.
    public static let maximumDrafts = 20

    /// Joins the parts.
    public init(
        inForce: CatalogRecord?,
        text: String?,
        newest: Int,
        fileHash: [UInt8]?,
        drafts: [Int],
        asked: CatalogRecord? = nil
    ) {
        self.inForce = inForce
        self.text = text
        self.newest = newest
        self.fileHash = fileHash
        self.drafts = drafts
        self.asked = asked
    }
}

/// What becomes of a catalog's text or of a draft, and the changes that write it.
public struct CatalogPlan: Sendable, Equatable {
    /// What becomes of it.
    public let keeping: CatalogKeeping
    /// The changes of one group; none where nothing changes.
    public let changes: [Change]
}

extension CatalogFacts {
    /// Publishes a file, unless the last version that came from a file has the same text: an edit that was published since stays.
    /// - Parameters:
    ///   - yaml: the file's text.
    ///   - hash: the hash of the file.
    ///   - now: the instant it is.
    /// - Returns: the changes of one group, none where nothing changes; and the version in force from then on.
    public func publishing(file yaml: String, hash: [UInt8], at now: Timestamp) -> (
        changes: [Change], record: CatalogRecord
    ) {
        if let inForce, fileHash == hash { return ([], inForce) }
        let record = CatalogRecord(version: newest + 1, savedAt: now, publishedAt: now, author: nil)
        return (adding(record, yaml, hash), record)
    }

    /// Keeps a text as a new version, in force immediately or as a draft.
    ///
    /// One that is in force already makes no new version.
    public func keeping(_ text: CatalogText, at now: Timestamp) -> CatalogPlan {
        if let expected = text.expected, expected != inForce?.version { return overtaken }
        if let inForce, self.text?.utf8.elementsEqual(text.yaml.utf8) == true {
            return CatalogPlan(keeping: .unchanged(inForce), changes: [])
        }
        let record = CatalogRecord(
            version: newest + 1,
            savedAt: now,
            publishedAt: text.isDraft ? nil : now,
            author: text.author,
            authorKey: text.authorKey,
            reviewedBy: text.reviewedBy,
            restores: text.restores
        )
        return CatalogPlan(keeping: .kept(record), changes: adding(record, text.yaml))
    }

    /// Puts the draft that was asked for in force (R117), unless another version was published after it was written; `nil` where
    /// there is none.
    public func publishingDraft(reviewedBy: String, at now: Timestamp) -> CatalogPlan? {
        guard var asked else { return nil }
        let inForce = self.inForce?.version ?? 0
        if asked.publishedAt != nil, inForce == asked.version {
            return CatalogPlan(keeping: .unchanged(asked), changes: [])
        }
        guard inForce < asked.version else { return overtaken }
        asked.publishedAt = now
        asked.reviewedBy = reviewedBy
        return CatalogPlan(keeping: .kept(asked), changes: [expectation, .catalog(.publish(asked))])
    }

    private var overtaken: CatalogPlan {
        CatalogPlan(keeping: .overtaken(inForce: inForce?.version ?? 0), changes: [])
    }

    private var expectation: Change { .catalog(.expect(inForce: inForce?.version, newest: newest)) }

    private func adding(_ record: CatalogRecord, _ yaml: String, _ hash: [UInt8]? = nil) -> [Change] {
        var changes = [expectation, .catalog(.add(record, yaml: yaml, fileHash: hash))]
        let overdue = record.publishedAt == nil ? drafts.dropFirst(Self.maximumDrafts - 1) : []
        if !overdue.isEmpty { changes.append(.catalog(.drop(Array(overdue)))) }
        return changes
    }
}

/// What became of a catalog's text.
public enum CatalogKeeping: Sendable, Equatable {
    /// It is a new version, or a draft that is in force now.
    case kept(CatalogRecord)
    /// It was in force already.
    case unchanged(CatalogRecord)
    /// Another version is in force than the writer or the reviewer had before them; nothing was changed.
    case overtaken(inForce: Int)
}

/// A change to the versions of an app's catalog.
public enum CatalogChange: Sendable, Equatable {
    /// The version in force and the highest number must still be these: nothing was added or published since. Nothing is written.
    case expect(inForce: Int?, newest: Int)
    /// Adds a version.
    case add(CatalogRecord, yaml: String, fileHash: [UInt8]?)
    /// Puts a draft in force. Expects it to be there and not published.
    case publish(CatalogRecord)
    /// Deletes drafts. Expects them to be there and not published.
    case drop([Int])
}
