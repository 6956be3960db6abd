extension Duration {
    /// The longest duration that is read: 100 years of 365 days.
    static let longest = Duration.seconds(36_500 * CivilCalendar.secondsPerDay)

    /// Reads a duration as catalogs write it: `250ms`, `90s`, `5m`, `1h30m`, `3d`, `2w`.
    ///
    /// Whole numbers with units, largest unit first, each at most once; no sign, no spaces; a day is 24 hours.
    /// At most 100 years.
    public init?(catalog text: some StringProtocol) {
        guard let duration = Self.written(text), duration <= Self.longest else { return nil }
        self = duration
    }

    /// Whether a text is a duration, and longer than the longest that is read.
    public static func isTooLong(catalog text: some StringProtocol) -> Bool {
        written(text).map { $0 > longest } ?? false
    }

    /// What a text says, however long that is.
    private static func written(_ text: some StringProtocol) -> Duration? {
        var cursor = ASCIICursor(text, limit: 60)
        guard !cursor.isAtEnd else { return nil }
        var units = catalogUnits[...]
        var total = Duration.zero
        while !cursor.isAtEnd {
            guard let count = cursor.number(digits: 10) else { return nil }
            let name = String(decoding: cursor.take { $0.isASCIILetter }, as: UTF8.self)
            guard let index = units.firstIndex(where: { $0.name == name }) else { return nil }
            total += .milliseconds(units[index].milliseconds * Int64(count))
            units = units[(index + 1)...]
        }
        return total
    }

    /// Reads a duration as catalogs write it, with a sign or without: `-24h` is a day before.
    public init?(signedCatalog text: some StringProtocol) {
        if text.first == "-" {
            guard let duration = Duration(catalog: text.dropFirst()) else { return nil }
            self = .zero - duration
        } else {
            self.init(catalog: text.first == "+" ? text.dropFirst() : text[...])
        }
    }

    /// The duration as catalogs and the configuration write it: `100ms`, `1h30m`, `31d`.
    ///
    /// Only `Duration(catalog:)` reads it back; parts of a millisecond are left out.
    public var catalogText: String {
        var left = components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
        guard left > 0 else { return "0s" }
        var text = ""
        // Weeks are read and not written: nobody counts a month in them.
        for (name, milliseconds) in Self.catalogUnits.dropFirst() where left >= milliseconds {
            text += "\(left / milliseconds)\(name)"
            left %= milliseconds
        }
        return text
    }

    private static let catalogUnits: [(name: String, milliseconds: Int64)] = [
        ("w", 604_800_000), ("d", 86_400_000), ("h", 3_600_000), ("m", 60000), ("s", 1000), ("ms", 1),
    ]
}
