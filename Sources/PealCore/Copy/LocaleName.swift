/// A locale's name taken apart and spelled as BCP 47 spells it: `pt_br` is `pt-BR`, `zh-hant-tw` is `zh-Hant-TW`.
///
/// Variants, extensions and what POSIX hangs on (`en_US.UTF-8`) choose no copy and are left out.
public struct LocaleName: Sendable, Hashable {
    /// The language, for example `pt`.
    public let language: String
    /// The script, for example `Hant`.
    public let script: String?
    /// The region, for example `BR` or `419`.
    public let region: String?

    /// Reads a name.
    public init(_ text: String) {
        let name = text.prefix { $0 != "." && $0 != "@" }
        let parts = name.split { $0 == "-" || $0 == "_" }
        let language = parts.first.map { $0.lowercased() } ?? ""
        var script: String?
        var region: String?
        for part in parts.dropFirst() {
            let isLetters = part.utf8.allSatisfy { $0.isASCIILetter }
            let isDigits = part.utf8.allSatisfy { $0.isASCIIDigit }
            if part.utf8.count == 4, isLetters, script == nil, region == nil {
                script = part.prefix(1).uppercased() + part.dropFirst().lowercased()
            } else if region == nil, (part.utf8.count == 2 && isLetters) || (part.utf8.count == 3 && isDigits) {
                region = part.uppercased()
            } else {
                break
            }
        }
        self.language = Self.renamed[language] ?? language
        self.script = script
        self.region = region
    }

    /// Joins the parts.
    init(language: String, script: String? = nil, region: String? = nil) {
        self.language = language
        self.script = script
        self.region = region
    }

    /// Where copy is looked for, the closest first: `zh-TW` reads `zh-Hant-TW`, `zh-TW`, `zh-Hant`, `zh`; `es-MX` reads
    /// `es-MX`, `es-419`, `es` (R113).
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
        return names
    }

    /// The script a region writes a language in that has several.
    private var likelyScript: String? {
        switch (language, region) {
        case ("zh", "TW"), ("zh", "HK"), ("zh", "MO"): "Hant"
        case ("zh", _): "Hans"
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

    private static let renamed = ["iw": "he", "in": "id", "ji": "yi", "mo": "ro", "no": "nb", "tl": "fil"]
    private static let latinAmerica: Set<String> = [
        "AR", "BO", "BR", "BZ", "CL", "CO", "CR", "CU", "DO", "EC", "GT", "HN", "MX", "NI", "PA", "PE", "PR", "PY",
        "SV",
        "US", "UY", "VE",
    ]
}
