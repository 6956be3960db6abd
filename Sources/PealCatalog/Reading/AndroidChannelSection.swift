import PealCore

/// Reads the app's Android channels.
struct AndroidChannelSection {
    let copy: CopySection

    func read(_ field: Field?) -> [AndroidChannel] {
        (field?.openMapping()?.all ?? []).compactMap { id, item in
            if !NameShape.word.accepts(id) {
                item.error("bad-value", "`\(id.prefix(64))` is not \(NameShape.word.description)")
            }
            guard let members = item.mapping(["name", "importance"]) else { return nil }
            return AndroidChannel(
                id: id,
                name: members["name"].map(copy.texts),
                importance: members["importance"]?.choice(AndroidChannel.Importance.self)
            )
        }
    }
}
