import PealCatalog
import PealCore

/// Tells who publishes a catalog which Android channels it changes in vain: a phone that has a channel keeps its importance, sound
/// and vibration, also when the app deletes it and makes it again.
enum ChangedChannels {
    /// A warning for each channel that is in both catalogs and sounds, vibrates or interrupts otherwise.
    static func warnings(from old: Catalog?, to new: Catalog) -> [Finding] {
        let before = Dictionary((old?.clientChannels ?? []).map { ($0.id, $0) }) { first, _ in first }
        return new.clientChannels.compactMap { channel in
            guard let known = before[channel.id] else { return nil }
            let changed = [
                known.importance == channel.importance ? nil : "importance",
                known.sound == channel.sound ? nil : "sound",
                known.vibration == channel.vibration ? nil : "vibration",
            ].compactMap(\.self)
            guard !changed.isEmpty else { return nil }
            return Finding(
                severity: .warning,
                file: "catalog.yaml",
                line: 1,
                column: 1,
                path: "androidChannels.\(channel.id)",
                code: "fixed-channel",
                message:
                    "has another \(changed.joined(separator: " and ")), which phones that have the channel do not take "
                    + "over; give the channel another id"
            )
        }
    }
}
