import PealCore
import Testing

@testable import PealHTTP

@Suite("Tokens while the server's clock is in question")
struct ClockTokenTests {
    private static func verify(_ claims: [String: JSONValue], latest: Duration?) async throws -> String? {
        let scene = try await TokenScene()
        let tokens = UserTokens(["keys": TokenIssuer(policy: scene.policy, keys: scene.ready)]) {
            latest.map { TokenScene.now + $0 }
        }
        let token = try scene.token(
            scene.key(.rs256),
            TokenScene.head(.rs256),
            TokenScene.claims.merging(claims) { $1 }
        )
        do {
            _ = try await tokens.verify(token, now: TokenScene.now)
            return nil
        } catch {
            return error.detail
        }
    }

    /// A token of some seconds ahead of the server, which is valid for an hour.
    private static func later(_ seconds: Int) -> [String: JSONValue] {
        let begin = 2_000_000_000 + seconds
        return ["iat": .integer(Int64(begin)), "nbf": .integer(Int64(begin)), "exp": .integer(Int64(begin + 3_600))]
    }

    @Test("are from the future only after the latest instant that it may be", arguments: [600, 86_400, 2_592_000])
    func future(seconds: Int) async throws {
        let claims = Self.later(seconds)
        #expect(try await Self.verify(claims, latest: nil) != nil)
        #expect(try await Self.verify(claims, latest: .seconds(seconds)) == nil)
        #expect(try await Self.verify(claims, latest: .seconds(seconds - 60)) != nil)
        // A clock that is behind makes nothing earlier.
        #expect(try await Self.verify(Self.later(0), latest: .seconds(-seconds)) == nil)
    }

    @Test("have expired by the time that passed, whatever the clock shows", arguments: [86_400, 172_800, 100_000_000])
    func expired(seconds: Int) async throws {
        #expect(try await Self.verify(Self.later(0), latest: .seconds(seconds)) == nil)
        #expect(try await Self.verify(Self.later(-7_200), latest: .seconds(seconds)) == "the token has expired")
    }
}
