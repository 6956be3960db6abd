import Testing

@testable import PealCore

@Suite("The push services of an installation")
struct ProvidersTests {
    private static let radio = ProviderID(rawValue: "radio")

    @Test("are found by name; of two with one name the first counts")
    func named() {
        let providers = Providers([
            ProviderTraits(id: Self.radio, name: "Radio"), ProviderTraits(id: .fcm, name: "FCM"),
            ProviderTraits(id: Self.radio, name: "Other"),
        ])
        #expect(providers.ids == [Self.radio, .fcm])
        #expect(providers.named("radio")?.name == "Radio")
        #expect(providers.named("Radio") == nil)
        #expect(providers.named(nil) == nil)
        #expect(providers[.apns] == nil)
    }

    @Test(
        "serve their platforms only",
        arguments: [
            (ProviderID.apns, [Platform.ios]), (.fcm, [.ios, .android, .web]), (.expo, [.ios, .android]),
            (.webpush, [.web]), (radio, []),
        ]
    )
    func platforms(provider: ProviderID, platforms: [Platform]) {
        #expect(Platform.allCases.filter { Providers.shipped.serves(provider, $0) } == platforms)
    }

    @Test(
        "take silent pushes, except those that have to show something",
        arguments: [(ProviderID.apns, true), (.fcm, true), (.expo, true), (.webpush, false), (radio, true)]
    )
    func silent(provider: ProviderID, isTaken: Bool) {
        #expect(Providers.shipped.takeSilentPushes(provider) == isTaken)
    }

    @Test("know an address by one text", arguments: [(AddressForm.token, "aB1"), (.hexadecimalToken, "ab1")])
    func canonical(form: AddressForm, text: String) { #expect(form.canonical("aB1") == text) }

    @Test(
        "know a token by one of two words before it, and what follows exactly",
        arguments: [
            ("Short[Ab]", "Long[Ab]"), ("Long[Ab]", "Long[Ab]"), ("Short[ab]", "Long[ab]"), ("short[Ab]", "short[Ab]"),
            ("Short", "Short"), ("xShort[Ab]", "xShort[Ab]"), ("Short[Short[a]]", "Long[Short[a]]"),
        ]
    )
    func prefixed(written: String, canonical: String) {
        let form = AddressForm.prefixedToken("Long[", alias: "Short[")
        #expect(form.canonical(written) == canonical)
        #expect(form.aliases(of: canonical).allSatisfy { form.canonical($0) == canonical })
    }

    @Test(
        "are counted in words up to twelve",
        arguments: [(0, "no"), (4, "four"), (12, "twelve"), (13, "13"), (-1, "-1")]
    )
    func words(number: Int, word: String) { #expect(NumberWord.of(number) == word) }

    @Test("give a catalog the traits of what it lists, in its order")
    func routes() throws {
        var catalog = try DecisionFixture().catalog
        catalog.providers = [.webpush, Self.radio, .apns]
        #expect(catalog.routes.map(\.id) == [.webpush, .apns])
    }
}
