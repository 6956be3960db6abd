/// Which plural form a language takes for a number: the cardinal rules of Unicode CLDR 44.
///
/// Foundation offers them only inside its own formatters, so they are here, grouped as CLDR groups its languages.
public struct PluralRules: Sendable {
    private let rule: @Sendable (PluralOperands) -> PluralCategory
    /// The forms the language has, in CLDR's order.
    public let categories: [PluralCategory]

    private init(
        _ categories: [PluralCategory],
        _ rule: @escaping @Sendable (PluralOperands) -> PluralCategory
    ) {
        self.categories = categories + [.other]
        self.rule = rule
    }

    /// The rules of a locale's language; a language CLDR has no rules for has the form `other` alone.
    public init(locale: String) {
        let name = LocaleName(locale)
        let language = name.language == "pt" && name.region == "PT" ? "pt-PT" : name.language
        self = Self.byLanguage[language] ?? Self.none
    }

    /// The form for a number.
    public func category(of number: PluralOperands) -> PluralCategory { rule(number) }

    private static let none = PluralRules([]) { _ in .other }

    private static let byLanguage: [String: PluralRules] = {
        var table: [String: PluralRules] = [:]
        for (languages, rules) in groups {
            for language in languages.split(separator: " ") { table[String(language)] = rules }
        }
        return table
    }()

    private static let groups: [(languages: String, rules: PluralRules)] = [
        ("am as bn doi fa gu hi kn pcm zu", oneBelowTwo), ("ff hy kab", oneUpToWholeOne),
        ("ast de en et fi fy gl ia io ji lij nl sc sv sw ur yi", oneWhole),
        ("ca it lld pt-PT scn vec", romance(oneWhole)),
        ("fr", romance(oneUpToWholeOne)), ("pt", romance(oneUpToWholeOne)), ("es", romance(oneExactly)),
        ("ak bho csw guw ln mg nso pa ti wa", zeroOrOne), ("tzm", tamazight), ("si", sinhala),
        (
            """
            af an asa az bal bem bez bg brx ce cgg chr ckb dv ee el eo eu fo fur gsw ha haw hu jgo jmc ka kaj kcg kk kkj kl
            ks ksb ku ky lb lg mas mgo ml mn mr nah nb nd ne nn nnh no nr ny nyn om or os pap ps rm rof rwk saq sd sdh seh
            sn so sq ss ssy st syr ta te teo tig tk tn tr ts ug uz ve vo vun wae xh xog
            """.split(separator: "\n").joined(separator: " "), oneExactly
        ),
        ("da", danish), ("is", icelandic), ("mk", macedonian), ("ceb fil tl", filipino), ("lv prg", latvian),
        ("lag", langi), ("ksh", colognian), ("he iw", hebrew), ("iu naq sat se sma smi smj smn sms", oneTwo),
        ("shi", tachelhit), ("mo ro", romanian), ("bs hr sh sr", serbian), ("gd", gaelic), ("sl", slovenian),
        ("dsb hsb", sorbian), ("cs sk", czech), ("pl", polish), ("be", belarusian), ("ru uk", russian),
        ("lt", lithuanian), ("mt", maltese), ("ga", irish), ("br", breton), ("gv", manx), ("ar ars", arabic),
        ("cy", welsh),
    ]
}

extension PluralRules {
    private static let oneWhole = PluralRules([.one]) { $0.whole == 1 && $0.digits == 0 ? .one : .other }
    private static let oneExactly = PluralRules([.one]) { $0.equals(1) ? .one : .other }
    private static let zeroOrOne = PluralRules([.one]) { $0.equals(0, 1) ? .one : .other }
    private static let oneBelowTwo = PluralRules([.one]) { $0.whole == 0 || $0.equals(1) ? .one : .other }
    private static let oneUpToWholeOne = PluralRules([.one]) { $0.whole <= 1 ? .one : .other }
    private static let oneTwo = PluralRules([.one, .two]) { $0.equals(1) ? .one : $0.equals(2) ? .two : .other }

    /// Millions take `de`: "un million de messages".
    private static func romance(_ one: PluralRules) -> PluralRules {
        PluralRules([.one, .many]) { number in
            if one.category(of: number) == .one { return .one }
            return number.digits == 0 && number.whole != 0 && number.whole % 1_000_000 == 0 ? .many : .other
        }
    }

    private static let tamazight = PluralRules([.one]) {
        $0.equals(0, 1) || ($0.isWhole && (11...99).contains($0.whole)) ? .one : .other
    }
    private static let sinhala = PluralRules([.one]) {
        $0.equals(0, 1) || ($0.whole == 0 && $0.fraction == 1) ? .one : .other
    }
    private static let danish = PluralRules([.one]) {
        $0.equals(1) || ($0.fraction != 0 && $0.whole <= 1) ? .one : .other
    }
    private static let icelandic = PluralRules([.one]) { number in
        let isOne = number.isWhole ? endsInOne(number.whole) : endsInOne(number.fraction)
        return isOne ? .one : .other
    }
    private static let macedonian = PluralRules([.one]) { number in
        endsInOne(number.digits == 0 ? number.whole : number.fraction) ? .one : .other
    }
    private static let filipino = PluralRules([.one]) { number in
        let last = (number.digits == 0 ? number.whole : number.fraction) % 10
        return [4, 6, 9].contains(last) ? .other : .one
    }
    private static let latvian = PluralRules([.zero, .one]) { number in
        if number.isWhole {
            if number.whole % 10 == 0 || (11...19).contains(number.whole % 100) { return .zero }
            return number.whole % 10 == 1 ? .one : .other
        }
        if number.digits == 2 {
            if (11...19).contains(number.fraction % 100) { return .zero }
            return endsInOne(number.fraction) ? .one : .other
        }
        return number.fraction % 10 == 1 ? .one : .other
    }
    private static let langi = PluralRules([.zero, .one]) {
        $0.equals(0) ? .zero : $0.whole <= 1 ? .one : .other
    }
    private static let colognian = PluralRules([.zero, .one]) {
        $0.equals(0) ? .zero : $0.equals(1) ? .one : .other
    }
    private static let hebrew = PluralRules([.one, .two]) { number in
        if number.digits == 0 ? number.whole == 1 : number.whole == 0 { return .one }
        return number.equals(2) ? .two : .other
    }
    private static let tachelhit = PluralRules([.one, .few]) { number in
        if number.whole == 0 || number.equals(1) { return .one }
        return number.isWhole && (2...10).contains(number.whole) ? .few : .other
    }
    private static let romanian = PluralRules([.one, .few]) { number in
        if number.whole == 1, number.digits == 0 { return .one }
        return number.digits != 0 || number.whole == 0 || number.ends(100, in: 1...19) ? .few : .other
    }

    private static func endsInOne(_ number: Int64) -> Bool { number % 10 == 1 && number % 100 != 11 }
    private static func endsInFew(_ number: Int64) -> Bool {
        (2...4).contains(number % 10) && !(12...14).contains(number % 100)
    }

    private static let serbian = PluralRules([.one, .few]) { number in
        let counted = number.digits == 0 ? number.whole : number.fraction
        return endsInOne(counted) ? .one : endsInFew(counted) ? .few : .other
    }
    private static let gaelic = PluralRules([.one, .two, .few]) { number in
        if number.equals(1, 11) { return .one }
        if number.equals(2, 12) { return .two }
        return number.isWhole && ((3...10).contains(number.whole) || (13...19).contains(number.whole)) ? .few : .other
    }
    private static let slovenian = PluralRules([.one, .two, .few]) { number in
        guard number.digits == 0 else { return .few }
        return dual(number.whole)
    }
    private static let sorbian = PluralRules([.one, .two, .few]) { number in
        dual(number.digits == 0 ? number.whole : number.fraction)
    }

    private static func dual(_ number: Int64) -> PluralCategory {
        switch number % 100 {
        case 1: .one
        case 2: .two
        case 3, 4: .few
        default: .other
        }
    }

    private static let czech = PluralRules([.one, .few, .many]) { number in
        guard number.digits == 0 else { return .many }
        return number.whole == 1 ? .one : (2...4).contains(number.whole) ? .few : .other
    }
    private static let polish = PluralRules([.one, .few, .many]) { number in
        guard number.digits == 0 else { return .other }
        return number.whole == 1 ? .one : endsInFew(number.whole) ? .few : .many
    }
    private static let russian = PluralRules([.one, .few, .many]) { number in
        guard number.digits == 0 else { return .other }
        return endsInOne(number.whole) ? .one : endsInFew(number.whole) ? .few : .many
    }
    private static let belarusian = PluralRules([.one, .few, .many]) { number in
        guard number.isWhole else { return .other }
        return endsInOne(number.whole) ? .one : endsInFew(number.whole) ? .few : .many
    }
    private static let lithuanian = PluralRules([.one, .few, .many]) { number in
        guard number.isWhole else { return .many }
        if (11...19).contains(number.whole % 100) || number.whole % 10 == 0 { return .other }
        return number.whole % 10 == 1 ? .one : .few
    }
    private static let maltese = PluralRules([.one, .two, .few, .many]) { number in
        if number.equals(1) { return .one }
        if number.equals(2) { return .two }
        if number.equals(0) || number.ends(100, in: 3...10) { return .few }
        return number.ends(100, in: 11...19) ? .many : .other
    }
    private static let irish = PluralRules([.one, .two, .few, .many]) { number in
        if number.equals(1) { return .one }
        if number.equals(2) { return .two }
        if number.equals(3, 4, 5, 6) { return .few }
        return number.equals(7, 8, 9, 10) ? .many : .other
    }
    private static let breton = PluralRules([.one, .two, .few, .many]) { number in
        guard number.isWhole else { return .other }
        let (last, two) = (number.whole % 10, number.whole % 100)
        if last == 1, ![11, 71, 91].contains(two) { return .one }
        if last == 2, ![12, 72, 92].contains(two) { return .two }
        let isTeen = (10...19).contains(two) || (70...79).contains(two) || (90...99).contains(two)
        if last == 3 || last == 4 || last == 9, !isTeen { return .few }
        return number.whole != 0 && number.whole % 1_000_000 == 0 ? .many : .other
    }
    private static let manx = PluralRules([.one, .two, .few, .many]) { number in
        guard number.digits == 0 else { return .many }
        if number.whole % 10 == 1 { return .one }
        if number.whole % 10 == 2 { return .two }
        return number.whole % 20 == 0 ? .few : .other
    }
    private static let arabic = PluralRules([.zero, .one, .two, .few, .many]) { number in
        if number.equals(0) { return .zero }
        if number.equals(1) { return .one }
        if number.equals(2) { return .two }
        if number.ends(100, in: 3...10) { return .few }
        return number.ends(100, in: 11...99) ? .many : .other
    }
    private static let welsh = PluralRules([.zero, .one, .two, .few, .many]) { number in
        guard number.isWhole else { return .other }
        return switch number.whole {
        case 0: .zero
        case 1: .one
        case 2: .two
        case 3: .few
        case 6: .many
        default: .other
        }
    }
}
