import PealCore
import Testing

@Suite("Names that were probably meant")
struct NearNamesTests {
    private static let zones = [
        "Europe/Berlin", "Europe/Brussels", "Europe/Dublin", "America/New_York", "Asia/Kolkata", "Asia/Katmandu", "UTC",
        "US/Pacific", "Etc/GMT+5", "Etc/GMT-5",
    ]

    @Test(
        "a typing error finds the name",
        arguments: [
            ("Europe/Berln", "Europe/Berlin"), ("europe/berlin", "Europe/Berlin"), ("Eurpe/Bruxels", "Europe/Brussels"),
            ("America/New-York", "America/New_York"), ("Asia/Kolkatta", "Asia/Kolkata"), ("utx", "UTC"),
            ("US/Pacfic", "US/Pacific"), ("Etc/GMT+6", "Etc/GMT+5"), ("Asia/Katmndu", "Asia/Katmandu"),
        ]
    )
    func found(text: String, name: String) { #expect(NearNames(Self.zones).suggestion(for: text) == name) }

    @Test(
        "what is far from every name finds none",
        arguments: ["", "Mars/Olympus", "Bielefeld", "Europe", String(repeating: "a", count: 65)]
    )
    func none(text: String) { #expect(NearNames(Self.zones).suggestion(for: text) == nil) }

    @Test(
        "a word that others use finds ours, where it is known and no name is nearer",
        arguments: [
            ("audience", ["type", "to", "data"], "to"), ("Audience", ["to"], "to"),
            ("recipients", ["audience"], "audience"),
            ("text", ["type", "body"], "body"), ("text", ["type"], nil), ("texts", ["text", "body"], "text"),
            ("audience", ["type"], nil),
        ] as [(String, [String], String?)]
    )
    func synonym(text: String, names: [String], name: String?) {
        #expect(NearNames(names).suggestion(for: text) == name)
    }

    @Test("the nearest is the one that comparing all of them finds", arguments: UInt64(0)..<200)
    func same(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let alphabet = Array("abcde/")
        func word() -> String {
            String(
                (0..<Int.random(in: 1...9, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "a" }
            )
        }
        let names = (0..<40).map { _ in word() }
        let text = word()
        let limit = max(1, min(3, text.count / 3 + 1))
        let nearest = names.map { (Self.distance(Array(text), Array($0)), $0) }.filter { $0.0 <= limit }.min { $0 < $1 }
        #expect(NearNames(names).suggestion(for: text) == nearest?.1)
    }

    @Test("a name in other letters is spelled as it is known")
    func spelled() {
        #expect(NearNames(Self.zones).spelled("AMERICA/new_york") == "America/New_York")
        #expect(NearNames(Self.zones).spelled("America/NewYork") == nil)
    }

    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var rows = [Array(0...b.count)]
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                row.append(min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1)))
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
