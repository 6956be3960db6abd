import PealCore
import Testing

@testable import PealEngine

@Suite("Copy fitted to a platform (R111)")
struct PlatformFitTests {
    private static let full = "Order of a very long lamp has left us"

    private static func fit(usual: Int?, platform: Int?, full: String = full, fitted: String?) throws -> String {
        let template = try Template("Order of {{item}} has left us")
        let copy = LocalizedTemplate(byLocale: ["en": template], fallbackLocale: "en")
        return PlatformFit(copy: copy, locale: "en", usual: usual, platform: platform).text(full: full, fitted: fitted)
    }

    /// What a bound of 30 leaves.
    private static let cut = "Order of a very l… has left us"

    /// The app's bound, the platform's, the stored text, and what the platform gets.
    private static let rows: [(Int?, Int?, String?, String)] = [
        // Without a bound of its own a platform gets the stored text.
        (30, nil, cut, cut),
        (nil, nil, nil, full),
        // A narrower and a wider platform get the value cut from the full text.
        (30, 25, cut, "Order of a v… has left us"),
        (30, 200, cut, full),
        (nil, 25, nil, "Order of a v… has left us"),
        // The text of a digest is not the type's: it is cut at its end.
        (30, 12, "3 new orders for you", "3 new order…"),
        (30, 40, "3 new orders for you", "3 new orders for you"),
    ]

    @Test("a platform gets the stored text, or one that is cut for its own bound", arguments: rows)
    func fit(usual: Int?, platform: Int?, stored: String?, text: String) throws {
        #expect(try Self.fit(usual: usual, platform: platform, fitted: stored) == text)
    }

    @Test("the stored text is the one that the app's bound leaves")
    func stored() throws {
        let stored = try Template("Order of {{item}} has left us").render(budget: 30) { _, _ in "a very long lamp" }
        #expect(stored == Self.cut)
    }
}
