extension VirtualPhone {
    /// How many replies wait for the network.
    static let replyLimit = 100

    /// Keeps a reply until the phone is online again.
    mutating func keep(_ reply: PhoneReply) {
        guard unsent.count < Self.replyLimit else { return }
        unsent.append(reply)
    }

    /// What is to be sent now that the phone is online, in the order of the taps.
    mutating func takeUnsent() -> [PhoneReply] {
        guard isOnline, isInstalled else { return [] }
        defer { unsent = [] }
        return unsent
    }
}
