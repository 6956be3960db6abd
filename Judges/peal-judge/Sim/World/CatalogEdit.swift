import PealCore

/// What operators change in a catalog while things are on their way.
enum CatalogEdit {
    /// Another catalog, one or two changes away.
    static func make(of catalog: Catalog, random: inout SeededRandom) -> Catalog {
        var catalog = catalog
        for _ in 0..<random.within(1...2) { change(&catalog, &random) }
        return catalog
    }

    private static func change(_ catalog: inout Catalog, _ random: inout SeededRandom) {
        let index = random.below(catalog.types.count)
        switch random.below(8) {
        case 0: catalog.types[index].enabled.toggle()
        case 1: if catalog.types.count > 2 { catalog.types.remove(at: index) }
        case 2: catalog.types[index].ttl = .seconds(random.within(1...48) * 3_600)
        case 3: catalog.features.quietHours.toggle()
        case 4:
            guard let start = LocalTime(hour: random.below(24), minute: 30),
                let end = LocalTime(hour: random.below(24), minute: 0)
            else { return }
            catalog.quietHours?.window = QuietWindow(start: start, end: end)
        case 5:
            catalog.types[index].throttle?.max = random.within(1...4)
            catalog.types[index].digest?.window = .seconds(random.within(5...90) * 60)
        case 6:
            guard let scheduled = catalog.types.indices.first(where: { catalog.types[$0].schedule != nil }) else {
                return
            }
            catalog.types[scheduled].schedule?.offset = .seconds(random.within(-120...120) * 60)
        default: catalog.types[index].bypass.formSymmetricDifference([.mute])
        }
    }
}
