/// Small numbers as words, for texts.
public enum NumberWord {
    private static let words = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    ]

    /// The word of a number up to twelve; digits for any other.
    public static func of(_ number: Int) -> String { words.indices.contains(number) ? words[number] : "\(number)" }
}
