import PealCore
import Testing

@Suite("A sound of the catalog")
struct PlatformSoundTests {
    private static func catalog() throws -> Catalog {
        var catalog = try DecisionFixture().catalog
        catalog.sounds = ["alert": [.ios: .named("alert.caf"), .android: .silent], "chime": [:]]
        return catalog
    }

    @Test(
        "is each platform's own, its default where it has none, and silent where the catalog says so",
        arguments: [
            ("alert", Platform.ios, "alert.caf"), ("alert", .android, nil), ("alert", .web, "default"),
            ("chime", .ios, "default"), ("default", .ios, "default"), ("other", .android, "other"), (nil, .ios, nil),
        ] as [(String?, Platform, String?)]
    )
    func sound(_ name: String?, platform: Platform, expected: String?) throws {
        #expect(try Self.catalog().sound(name, on: platform) == expected)
    }
}
