import PealExpo
import Testing

@Suite("An Expo push token")
struct ExpoTokenTests {
    @Test(
        "has the shape Expo's client asks for",
        arguments: [
            "ExponentPushToken[xxxxxxxxxxxxxxxxxxxxxx]", "ExpoPushToken[a]",
            "F5741A13-BCDA-434B-A316-5DC0E6FFA94F", "f5741a13-zzzz-434b-a316-5dc0e6ffa94f",
        ]
    )
    func good(_ token: String) { #expect(ExpoProvider.problem(withToken: token) == nil) }

    @Test(
        "is refused in any other",
        arguments: [
            "", "ExponentPushToken[]", "ExpoPushToken[]", "ExponentPushToken[abc", "exponentpushtoken[abc]", "[abc]",
            "ExponentPushToken[a b]", "ExponentPushToken[ü]", "F5741A13-BCDA-434B-A316-5DC0E6FFA94", "a-b-c-d-e",
            "F5741A13-BCDA-434B-A316-5DC0E6FFA94_", "F5741A13-BCDA-434B-A316-5DC0E6FFA94F-1",
            "ExponentPushToken[\(String(repeating: "x", count: 300))]",
        ]
    )
    func bad(_ token: String) { #expect(ExpoProvider.problem(withToken: token) != nil) }
}
