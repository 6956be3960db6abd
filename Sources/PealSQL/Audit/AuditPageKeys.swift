import PealCore

/// Which pages may have entries of a user, of a notification or of an action.
///
/// Users and notifications share a Bloom filter of ten bits for each: one page in a hundred is read in vain.
struct AuditPageKeys {
    /// A bit for each action.
    private(set) var actions: Int64
    private(set) var filter: [UInt8]

    /// How many bits of the filter stand for one key; part of the format.
    private static let bitsOfKey = 7

    init(actions: Int64, filter: [UInt8]) {
        self.actions = actions
        self.filter = filter
    }

    /// May have whatever is asked for.
    static let everything = AuditPageKeys(actions: -1, filter: [0xFF])

    /// Collects the keys of entries.
    init(of entries: [StoredAuditEntry]) {
        var keys: Set<UInt64> = []
        var actions: Int64 = 0
        for entry in entries {
            actions |= AuditPageBytes.bit(of: entry.action)
            if let user = entry.userRef { keys.insert(Self.key(of: user)) }
            if let notification = entry.notification { keys.insert(Self.key(of: notification)) }
        }
        self.init(actions: actions, filter: [UInt8](repeating: 0, count: (keys.count * 10 + 7) / 8))
        for key in keys { Self.bits(of: key, in: filter.count) { filter[$0 / 8] |= 1 << UInt8($0 % 8) } }
    }

    /// Whether a page may have what a filter asks for; where it has, always.
    func mayHave(_ asked: AuditFilter) -> Bool {
        if let action = asked.action, actions & AuditPageBytes.bit(of: action) == 0 { return false }
        if let user = asked.user, !mayHave(Self.key(of: user)) { return false }
        if let notification = asked.notification, !mayHave(Self.key(of: notification)) { return false }
        return true
    }

    private func mayHave(_ key: UInt64) -> Bool {
        guard !filter.isEmpty else { return false }
        var isThere = true
        Self.bits(of: key, in: filter.count) { isThere = isThere && filter[$0 / 8] & 1 << UInt8($0 % 8) > 0 }
        return isThere
    }

    private static func bits(of key: UInt64, in bytes: Int, _ each: (Int) -> Void) {
        let (size, step) = (UInt64(bytes) * 8, key >> 32 | 1)
        for index in 0..<UInt64(bitsOfKey) { each(Int((key &+ index &* step) % size)) }
    }

    private static func key(of user: Int64) -> UInt64 { mixed(UInt64(bitPattern: user)) }

    private static func key(of notification: NotificationID) -> UInt64 {
        mixed(notification.rawValue.high ^ mixed(notification.rawValue.low))
    }

    /// Spreads a number over all bits (the finalizer of SplitMix64); part of the format.
    private static func mixed(_ number: UInt64) -> UInt64 {
        var mixed = number &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
