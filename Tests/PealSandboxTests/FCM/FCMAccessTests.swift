import CryptoExtras
import PealCore
import PealTesting
import Testing

@testable import PealSandbox

@Suite("The simulator's token service")
struct FCMAccessTests {
    private static let audience = "http://127.0.0.1:1/token"

    private static func answer(
        clock: TestClock = TestClock(),
        _ change: (inout Assertion) -> Void = { _ in }
    ) async throws -> (status: Int, error: String?) {
        let access = FCMAccess(world: SandboxWorld(now: { clock.now }, wait: { _ in }, random: { 1 }))
        #expect(access.addProject("demo"))
        let account: [String: JSONValue] = [
            "client_email": .string(FCMAccess.email(of: "demo")), "token_uri": .string(audience),
            "private_key": .string(try SandboxRSAKey.pair().pem),
        ]
        var assertion = Assertion(account: account, at: clock.now)
        change(&assertion)
        let answer = await access.answer(form: Array(try await assertion.signed().form.utf8), audience: audience)
        return (answer.status, JSONText.parse(answer.body)?.object?["error"]?.string)
    }

    @Test("lets in who proves to be the account")
    func granted() async throws {
        let answer = try await Self.answer()
        #expect(answer.status == 200)
        #expect(answer.error == nil)
    }

    @Test(
        "takes what Google's own libraries ask for",
        arguments: [
            "https://oauth2.googleapis.com/token", "https://www.googleapis.com/oauth2/v4/token",
            "https://accounts.google.com/o/oauth2/token",
        ]
    )
    func googleAudience(_ audience: String) async throws {
        let answer = try await Self.answer { assertion in
            assertion.aud = audience
            assertion.scope = """
                https://www.googleapis.com/auth/cloud-platform https://www.googleapis.com/auth/datastore \
                https://www.googleapis.com/auth/devstorage.read_write https://www.googleapis.com/auth/firebase \
                https://www.googleapis.com/auth/identitytoolkit https://www.googleapis.com/auth/userinfo.email
                """
        }
        #expect(answer.status == 200)
    }

    enum Fault: CaseIterable {
        case otherKey, unknownAccount, otherAudience, otherScope, tooLong, expired, fromTheFuture, backwards
    }

    @Test("refuses who does not", arguments: Fault.allCases)
    func refused(_ fault: Fault) async throws {
        let other = try _RSA.Signing.PrivateKey(keySize: .bits2048).pkcs8PEMRepresentation
        let answer = try await Self.answer { assertion in
            switch fault {
            case .otherKey: assertion.pem = other
            case .unknownAccount: assertion.iss = "somebody@else"
            case .otherAudience: assertion.aud = "https://oauth2.example.com/token"
            case .otherScope: assertion.scope = "https://www.googleapis.com/auth/drive"
            case .tooLong: assertion.exp = assertion.iat + 3601
            case .expired: (assertion.iat, assertion.exp) = (assertion.iat - 3600, assertion.iat)
            case .fromTheFuture: (assertion.iat, assertion.exp) = (assertion.iat + 301, assertion.iat + 3600)
            case .backwards: assertion.exp = assertion.iat
            }
        }
        #expect(answer.status == 400)
        #expect(answer.error == (fault == .otherScope ? "invalid_scope" : "invalid_grant"))
    }

    @Test("refuses other forms", arguments: ["", "grant_type=password", "grant_type=%zz", "assertion=a.b.c"])
    func forms(_ form: String) async {
        let access = FCMAccess(world: SandboxWorld(now: { TestClock().now }, wait: { _ in }, random: { 1 }))
        #expect(await access.answer(form: Array(form.utf8), audience: Self.audience).status == 400)
    }
}
