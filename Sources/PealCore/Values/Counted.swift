/// A number with its noun, as texts say it: `0 apps`, `1 app`, `2 entries`.
///
/// The noun is given in the singular; of several words the last one changes.
public func counted(_ number: Int, _ noun: String) -> String {
    "\(number) \(number == 1 ? noun : plural(of: noun))"
}

/// The plural of an English noun by the rules; a noun that ends in one `s`, such as the type `kudos`, keeps its form.
public func plural(of noun: String) -> String {
    let last = noun.last.map(String.init) ?? ""
    if last == "y", let before = noun.dropLast().last, !"aeiou".contains(before) { return "\(noun.dropLast())ies" }
    if ["ss", "x", "ch", "sh"].contains(where: noun.hasSuffix) { return noun + "es" }
    return last == "s" ? noun : noun + "s"
}

extension Duration {
    /// The duration in words, to the second: `1 hour 30 minutes`, `2 days`, `0 seconds`.
    public var text: String {
        var left = max(components.seconds, 0)
        var words: [String] = []
        for (noun, seconds) in [("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1)] as [(String, Int64)]
        where left >= seconds {
            words.append(counted(Int(left / seconds), noun))
            left %= seconds
        }
        return words.isEmpty ? counted(0, "second") : words.joined(separator: " ")
    }
}
