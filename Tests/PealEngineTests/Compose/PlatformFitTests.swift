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

    @Test("without a bound of its own a platform gets the stored text")
    func usual() throws {
        #expect(
            try Self.fit(usual: 30, platform: nil, fitted: "Order of a ve… has left us") == "Order of a ve… has left us"
        )
        #expect(try Self.fit(usual: nil, platform: nil, fitted: nil) == Self.full)
    }

    @Test("a narrower and a wider platform get the value cut anew from the full text")
    func own() throws {
        let stored = try Template("Order of {{item}} has left us").render(budget: 30) { _, _ in "a very long lamp" }
        #expect(try Self.fit(usual: 30, platform: 25, fitted: stored) == "Order of a v… has left us")
        #expect(try Self.fit(usual: 30, platform: 200, fitted: stored) == Self.full)
        #expect(try Self.fit(usual: nil, platform: 25, fitted: nil) == "Order of a v… has left us")
    }

    @Test("the text of a digest is not the type's: it is cut at its end")
    func bundle() throws {
        #expect(try Self.fit(usual: 30, platform: 12, fitted: "3 new orders for you") == "3 new order…")
        #expect(try Self.fit(usual: 30, platform: 40, fitted: "3 new orders for you") == "3 new orders for you")
    }
}
