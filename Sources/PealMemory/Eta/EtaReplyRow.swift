import PealCore

/// What a participant replied.
struct EtaReplyRow: TableRow, Equatable {
    var key: Member.Key
    var record: EtaRecord

    enum Group: Hashable {
        case of(EntityRef)
        case user(UserID)
    }

    var groups: [Group] { [.of(key.entity), .user(key.user)] }
}
