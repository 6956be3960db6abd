import PealCore

extension User: TableRow {
    var key: UserID { id }
}

extension Entity: TableRow {
    enum Group: Hashable {
        case owned(by: UserID)
    }

    var key: EntityRef { ref }
    var groups: [Group] { ownerID.map { [.owned(by: $0)] } ?? [] }
}

extension Member: TableRow {
    struct Key: Hashable, Comparable {
        var entity: EntityRef
        var user: UserID

        static func < (left: Key, right: Key) -> Bool { (left.entity, left.user) < (right.entity, right.user) }
    }

    enum Group: Hashable {
        case of(EntityRef)
        case user(UserID)
    }

    var key: Key { Key(entity: entity, user: userID) }
    var groups: [Group] { [.of(entity), .user(userID)] }
}
