/// An Android channel as a client creates it: what the catalog declares, and what its types need.
public struct ClientChannel: Sendable, Equatable {
    /// The name in payloads.
    public var id: String
    /// The name in the system's settings.
    public var name: LocalizedText
    /// How much it may interrupt.
    public var importance: AndroidChannel.Importance
    /// The sound's resource; `nil` is silent.
    public var sound: String?
    /// The vibration pattern's name; `nil` does not vibrate.
    public var vibration: String?
    /// Whether it asks to pass the device's do-not-disturb.
    public var bypassesDoNotDisturb: Bool
}

extension Catalog {
    /// The channels that users have switches for; e-mail is none yet: a choice of it is stored and not shown (R152).
    public var channels: [Channel] { (features.inbox ? [.push, .inApp] : [.push]) + installed.channels.ids }

    /// The channels that types name, in the order in which they are named first.
    public var clientChannels: [ClientChannel] {
        var ids: [String] = []
        for case let id? in types.map(\.androidChannel) where !ids.contains(id) { ids.append(id) }
        return ids.compactMap(channel)
    }

    private func channel(_ id: String) -> ClientChannel? {
        let members = types.filter { $0.androidChannel == id }
        // A channel has one sound: that of its most urgent type.
        guard let loudest = members.max(by: { $0.priority.urgency() < $1.priority.urgency() }) else { return nil }
        let declared = androidChannels.first { $0.id == id }
        let title = category(loudest.category)?.title
        return ClientChannel(
            id: id,
            name: declared?.name ?? title
                ?? LocalizedText(byLocale: [defaultLocale: id], fallbackLocale: defaultLocale),
            importance: declared?.importance ?? AndroidChannel.Importance(loudest.priority.urgency()),
            sound: sound(loudest.sound, on: .android),
            vibration: loudest.vibration,
            bypassesDoNotDisturb: members.contains { bypassesDoNotDisturb($0, priority: $0.priority.urgency()) }
        )
    }
}
