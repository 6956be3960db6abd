import PealCore

extension EtaRecord {
    /// What ``init(row:at:)`` reads, of `eta_reply r`.
    static let columns = "\(EtaReply.columns), r.version, r.answered, r.cancellation"

    /// Reads ``columns``.
    init(row: SQLRow, at base: Int) throws {
        self.init(
            latest: try EtaReply(row: row, at: base),
            version: try row.int(base + 4),
            answered: try JSONText.list(try row.text(base + 5)),
            cancellation: try row.optionalText(base + 6).map { try JSONText.decode(EtaCancellation.self, $0) }
        )
    }
}

extension EtaReply {
    /// What ``init(row:at:)`` reads, of `eta_reply r`.
    static let columns = "r.status, r.minutes_late, r.replied_at, r.sealed_message"

    /// Reads ``columns``.
    init(row: SQLRow, at base: Int) throws {
        self.init(
            status: try row.word(base),
            minutesLate: row.hasNull(atIndex: base + 1) ? nil : try row.int(base + 1),
            at: try row.time(base + 2),
            sealedMessage: try row.bytes(base + 3)
        )
    }
}
