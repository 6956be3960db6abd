/// A locale's name taken apart and spelled as BCP 47 spells it, however it was written: `pt_br` is `pt-BR`, Android's
/// `zh_TW_#Hant` and `zh-hant-tw` are `zh-Hant-TW`, glibc's `sr_RS@latin` is `sr-Latn-RS`.
///
/// Variants and extensions choose no copy and are left out, except for the clock of 12 or 24 hours.
public struct LocaleName: Sendable, Hashable {
    /// The language, for example `pt`; empty where the name has none.
    public let language: String
    /// The script, for example `Hant`.
    public let script: String?
    /// The region, for example `BR` or `419`.
    public let region: String?
    /// The clock that the user chose: `h11`, `h12`, `h23` or `h24`.
    public let hourCycle: String?

    /// Reads a name; of a list, as in `Accept-Language`, the first one.
    public init(_ text: String) {
        let (base, modifier) = Self.halves(of: text)
        let parts = base.split { $0 == "-" || $0 == "_" }.map { $0.hasPrefix("#") ? $0.dropFirst() : $0 }
        // A region alone names no language: `_US`.
        var language = base.first == "_" || base.first == "-" ? "" : parts.first?.lowercased() ?? ""
        var script = Self.script(ofModifier: modifier)
        var region: String?
        var rest = parts.dropFirst()
        // A language of a family may follow the family's code: `zh-yue-HK`.
        if let member = rest.first?.lowercased(), language == "zh", member == "yue" || member == "cmn" {
            language = member
            rest = rest.dropFirst()
        }
        for part in rest {
            guard part.utf8.count > 1 else { break }
            let isLetters = part.utf8.allSatisfy { $0.isASCIILetter }
            let isDigits = part.utf8.allSatisfy { $0.isASCIIDigit }
            if part.utf8.count == 4, isLetters, script == nil {
                script = part.prefix(1).uppercased() + part.dropFirst().lowercased()
            } else if region == nil, (part.utf8.count == 2 && isLetters) || (part.utf8.count == 3 && isDigits) {
                region = part.uppercased()
            } else if language == "zh", let old = Self.oldScripts[part.lowercased()] {
                script = script ?? old
            } else if language == "no", part == "NY" {
                language = "nn"
            }
        }
        if language == "sh" || language == "hbs" { (language, script) = ("sr", script ?? "Latn") }
        self.language = LanguageCode.canonical(language)
        self.script = script
        self.region = region
        hourCycle = Self.hourCycle(in: parts, modifier)
    }

    /// A name without an hour cycle.
    init(language: String, script: String? = nil, region: String? = nil) {
        self.language = language
        self.script = script
        self.region = region
        hourCycle = nil
    }

    /// The name as BCP 47 spells it; `nil` where it names no language.
    public var tag: String? {
        guard (2...3).contains(language.utf8.count), language.utf8.allSatisfy({ $0.isASCIILetter }),
            !Self.noLanguages.contains(language)
        else { return nil }
        let clock = hourCycle.map { "u-hc-\($0)" }
        return [language, script, region, clock].compactMap { $0 }.joined(separator: "-")
    }

    /// Codes that stand for no language, several, or one that nobody knows (ISO 639-2).
    private static let noLanguages: Set<String> = ["und", "mul", "mis", "zxx"]
    /// Windows' names before it knew scripts, and what browsers made of them.
    private static let oldScripts = ["chs": "Hans", "cht": "Hant"]
    private static let hourCycles: Set<String> = ["h11", "h12", "h23", "h24"]

    /// The name without what POSIX and ICU append, and that.
    private static func halves(of text: String) -> (base: Substring, modifier: Substring) {
        let text = text.trimmed
        let base = text.prefix { $0 != "@" && $0 != "," && $0 != ";" }
        let modifier = text[base.endIndex...].first == "@" ? text[base.endIndex...].dropFirst() : ""
        return (base.prefix { $0 != "." }, modifier)
    }

    /// The script that glibc names after an `@`.
    private static func script(ofModifier modifier: Substring) -> String? {
        switch modifier.lowercased() {
        case "latin": "Latn"
        case "cyrillic": "Cyrl"
        case "devanagari": "Deva"
        default: nil
        }
    }

    /// `u-hc-h23`, or ICU's `@hours=h23`.
    private static func hourCycle(in parts: [Substring], _ modifier: Substring) -> String? {
        let key = parts.firstIndex { $0.lowercased() == "hc" }
        let word =
            if let key, parts[..<key].contains(where: { $0.lowercased() == "u" }), key + 1 < parts.count {
                parts[key + 1].lowercased()
            } else {
                modifier.lowercased().split(separator: ";").first { $0.hasPrefix("hours=") || $0.hasPrefix("hc=") }
                    .map { String($0.drop { $0 != "=" }.dropFirst()) } ?? ""
            }
        return hourCycles.contains(word) ? word : nil
    }
}

extension LocaleName {
    /// Where copy is looked for, the closest first: `zh-TW` reads `zh-Hant-TW`, `zh-TW`, `zh-Hant`, `zh`; `es-MX` reads
    /// `es-MX`, `es-419`, `es` (R113).
    ///
    /// After the language comes one that its readers know as well: `nn` reads `nb`, `yue` reads `zh-Hant`.
    public var chain: [LocaleName] {
        var names: [LocaleName] = []
        func add(_ script: String?, _ region: String?) {
            let name = LocaleName(language: language, script: script, region: region)
            if !names.contains(name) { names.append(name) }
        }
        let likely = script ?? likelyScript
        add(script, region)
        add(likely, region)
        if script == nil || script == likelyScript { add(nil, region) }
        if let area { add(script, area) }
        add(likely, nil)
        add(nil, nil)
        return names + (neighbour?.chain ?? [])
    }

    /// The language that readers of one understand as well, where an app may have no copy in theirs.
    var neighbour: LocaleName? {
        switch language {
        case "nn": LocaleName(language: "nb", region: region)
        case "yue", "nan", "hak": LocaleName(language: "zh", script: script ?? likelyScript, region: region)
        case "wuu", "hsn", "gan": LocaleName(language: "zh", script: "Hans", region: region)
        case "gsw": LocaleName(language: "de", region: region)
        default: nil
        }
    }

    /// The script a region writes a language in that has several (CLDR, likely subtags).
    private var likelyScript: String? {
        switch (language, region) {
        case ("zh", "TW"), ("zh", "HK"), ("zh", "MO"): "Hant"
        case ("zh", _), ("yue", "CN"): "Hans"
        case ("yue", _), ("nan", _), ("hak", _): "Hant"
        case ("sr", "ME"), ("sr", "RO"), ("sr", "TR"): "Latn"
        case ("uz", "AF"), ("pa", "PK"), ("az", "IR"): "Arab"
        default: nil
        }
    }

    /// The area whose usage a region follows (CLDR, parent locales).
    private var area: String? {
        guard let region else { return nil }
        switch language {
        case "es" where Self.latinAmerica.contains(region): return "419"
        case "pt" where region != "BR": return "PT"
        case "en" where region != "US": return "001"
        default: return nil
        }
    }

    private static let latinAmerica: Set<String> = [
        "AR", "BO", "BR", "BZ", "CL", "CO", "CR", "CU", "DO", "EC", "GT", "HN", "MX", "NI", "PA", "PE", "PR", "PY",
        "SV",
        "US", "UY", "VE",
    ]
}
