import PealCore
import Testing

@Suite("Numbers with their nouns")
struct CountedTests {
    @Test(
        "a noun follows its number",
        arguments: [
            (0, "app", "0 apps"), (1, "app", "1 app"), (2, "app", "2 apps"), (1, "entry", "1 entry"),
            (2, "entry", "2 entries"), (2, "day", "2 days"), (2, "other user", "2 other users"),
            (1, "kudos", "1 kudos"),
            (2, "kudos", "2 kudos"), (2, "address", "2 addresses"), (2, "batch", "2 batches"), (-1, "day", "-1 days"),
        ]
    )
    func noun(number: Int, noun: String, text: String) { #expect(counted(number, noun) == text) }
}
