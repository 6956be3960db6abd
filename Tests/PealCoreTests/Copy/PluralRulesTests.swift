import PealCore
import Testing

@Suite("Plural forms, as ICU 78 with CLDR 48 gives them")
struct PluralRulesTests {
    private static let whole: [Int64] = [
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27,
        28, 29, 30, 31, 32, 40, 42, 51, 60, 62, 70, 71, 72, 73, 80, 91, 92, 99, 100, 101, 102, 103, 104, 105,
        111, 112, 113, 119, 121, 200, 1000, 1001, 1000000, 2000000, 1000001,
    ]
    private static let fractions: [Double] = [
        0.1, 0.2, 0.5, 0.9, 1.1, 1.2, 1.5, 2.1, 2.5, 10.1, 10.5, 21.1, 0.11, 1.12, 0.01, 1.25, 2.31, 3.142,
        100.5,
    ]
    private static let letters: [PluralCategory: Character] = [
        .zero: "z", .one: "o", .two: "t", .few: "f", .many: "m", .other: "x",
    ]

    @Test("R113: a number takes the form of its language", arguments: oracle)
    func forms(locale: String, expected: String) {
        let rules = PluralRules(locale: locale)
        let numbers = Self.whole.map { PluralOperands($0) } + Self.fractions.map { PluralOperands($0) }
        let found = numbers.map { rules.category(of: $0) }
        #expect(String(found.compactMap { Self.letters[$0] }) == expected)
        #expect(Set(found).isSubset(of: rules.categories))
    }

    @Test(
        "the region and the script do not matter but where the language differs",
        arguments: [("ru-Latn-RU", 3, .few), ("pt_BR", 0, .one), ("pt-PT", 0, .other), ("", 1, .other)]
            as [(String, Int64, PluralCategory)]
    )
    func names(locale: String, number: Int64, category: PluralCategory) {
        #expect(PluralRules(locale: locale).category(of: PluralOperands(number)) == category)
    }

    @Test("an unknown language has one form")
    func unknown() { #expect(PluralRules(locale: "tlh").categories == [.other]) }

    @Test("a number has no sign, at most three digits after the point, and no end")
    func operands() {
        #expect(PluralOperands(-1 as Int64) == PluralOperands(1 as Int64))
        #expect(PluralOperands(Int64.min).whole == .max)
        #expect(PluralOperands(1.25) == PluralOperands(-1.2500001))
        #expect(PluralOperands(2.0) == PluralOperands(2 as Int64))
        #expect(PluralOperands(1.5e300).whole == 1_000_000_000_000_000)
    }

    private static let oracle: [(String, String)] = [
        ("am", "ooxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxooooxxxxxxxxoxoxxxx"),
        ("as", "ooxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxooooxxxxxxxxoxoxxxx"),
        ("bn", "ooxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxooooxxxxxxxxoxoxxxx"),
        ("fa", "ooxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxooooxxxxxxxxoxoxxxx"),
        ("gu", "ooxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxooooxxxxxxxxoxoxxxx"),
        ("hi", "ooxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxooooxxxxxxxxoxoxxxx"),
        ("kn", "ooxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxooooxxxxxxxxoxoxxxx"),
        ("zu", "ooxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxooooxxxxxxxxoxoxxxx"),
        ("ff", "ooxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxoooooooxxxxxooooxxx"),
        ("de", "xoxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("en", "xoxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("et", "xoxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("fi", "xoxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("sv", "xoxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("sw", "xoxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("nl", "xoxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("it", "xoxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxmmxxxxxxxxxxxxxxxxxxxx"),
        ("ca", "xoxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxmmxxxxxxxxxxxxxxxxxxxx"),
        ("pt-PT", "xoxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxmmxxxxxxxxxxxxxxxxxxxx"),
        ("fr", "ooxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxmmxoooooooxxxxxooooxxx"),
        ("pt", "ooxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxmmxoooooooxxxxxooooxxx"),
        ("es", "xoxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxmmxxxxxxxxxxxxxxxxxxxx"),
        ("ak", "ooxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("ln", "ooxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("pa", "ooxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("ti", "ooxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("tzm", "ooxxxxxxxxxoooooooooooooooooooooooooooooooooooxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("si", "ooxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxoxxxxxxxxxxxxxoxxxx"),
        ("af", "xoxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("bg", "xoxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("el", "xoxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("eu", "xoxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("hu", "xoxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("ka", "xoxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("kk", "xoxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("lb", "xoxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("ml", "xoxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("mn", "xoxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("mr", "xoxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("nb", "xoxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("ne", "xoxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("no", "xoxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("ta", "xoxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("te", "xoxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("tr", "xoxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("ur", "xoxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("uz", "xoxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("da", "xoxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxoooooooxxxxxooooxxx"),
        ("is", "xoxxxxxxxxxxxxxxxxxxxoxxxxxxxxxoxxxoxxxoxxxoxxxoxxxxxxxxoxxoxxooxxxoxxoxoxoxxoxoxx"),
        ("mk", "xoxxxxxxxxxxxxxxxxxxxoxxxxxxxxxoxxxoxxxoxxxoxxxoxxxxxxxxoxxoxxooxxxoxxoxoxoxxoxoxx"),
        ("fil", "ooooxoxooxooooxoxooxooooxoxooxoooooooooooooooxooooxooooxooooooooooxooooooooooooooo"),
        ("ceb", "ooooxoxooxooooxoxooxooooxoxooxoooooooooooooooxooooxooooxooooooooooxooooooooooooooo"),
        ("lv", "zoxxxxxxxxzzzzzzzzzzzoxxxxxxxxzoxzxozxzoxxzoxxzoxxxxzzzzozzozzooxxxoxxoxoxozzoxoxx"),
        ("lag", "zoxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxoooooooxxxxxooooxxx"),
        ("ksh", "zoxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("he", "xotxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxooooxxxxxxxxoxoxxxx"),
        ("se", "xotxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("shi", "oofffffffffxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxooooxxxxxxxxoxoxxxx"),
        ("ro", "foffffffffffffffffffxxxxxxxxxxxxxxxxxxxxxxxxxxxfffffffffxxxfxxffffffffffffffffffff"),
        ("bs", "xofffxxxxxxxxxxxxxxxxofffxxxxxxofxfoxfxoffxofxxofffxxxxxoxxoxxoofxxofxoxoxoxxoxofx"),
        ("hr", "xofffxxxxxxxxxxxxxxxxofffxxxxxxofxfoxfxoffxofxxofffxxxxxoxxoxxoofxxofxoxoxoxxoxofx"),
        ("sr", "xofffxxxxxxxxxxxxxxxxofffxxxxxxofxfoxfxoffxofxxofffxxxxxoxxoxxoofxxofxoxoxoxxoxofx"),
        ("gd", "xotffffffffotfffffffxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("sl", "xotffxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxotffxxxxxxxxoxxofffffffffffffffffff"),
        ("dsb", "xotffxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxotffxxxxxxxxoxxootxxotxoxoxoxxoxxxx"),
        ("hsb", "xotffxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxotffxxxxxxxxoxxootxxotxoxoxoxxoxxxx"),
        ("cs", "xofffxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxmmmmmmmmmmmmmmmmmmm"),
        ("sk", "xofffxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxmmmmmmmmmmmmmmmmmmm"),
        ("pl", "mofffmmmmmmmmmmmmmmmmmfffmmmmmmmfmfmmfmmffmmfmmmfffmmmmmmmmmmmmxxxxxxxxxxxxxxxxxxx"),
        ("be", "mofffmmmmmmmmmmmmmmmmofffmmmmmmofmfomfmoffmofmmofffmmmmmommommoxxxxxxxxxxxxxxxxxxx"),
        ("ru", "mofffmmmmmmmmmmmmmmmmofffmmmmmmofmfomfmoffmofmmofffmmmmmommommoxxxxxxxxxxxxxxxxxxx"),
        ("uk", "mofffmmmmmmmmmmmmmmmmofffmmmmmmofmfomfmoffmofmmofffmmmmmommommoxxxxxxxxxxxxxxxxxxx"),
        ("lt", "xoffffffffxxxxxxxxxxxoffffffffxofxfoxfxoffxoffxoffffxxxxoxxoxxommmmmmmmmmmmmmmmmmm"),
        ("mt", "fotffffffffmmmmmmmmmxxxxxxxxxxxxxxxxxxxxxxxxxxxxxfffmmmmxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("ga", "xotffffmmmmxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("br", "xotffxxxxfxxxxxxxxxxxotffxxxxfxotxtoxtxxxxxxxxxotffxxxxxoxxommoxxxxxxxxxxxxxxxxxxx"),
        ("gv", "fotxxxxxxxxotxxxxxxxfotxxxxxxxxotftoftxotxfotxfotxxxotxxoffoffommmmmmmmmmmmmmmmmmm"),
        ("ar", "zotffffffffmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmxxxfffmmmmmxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("cy", "zotfxxmxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("ja", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("ko", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("zh", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("th", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("vi", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("id", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("ms", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
    ]
}
