import PealCore
import Testing

@testable import PealHTTP

@Suite("Tokens that issuers write in their own ways")
struct TokenVariantTests {
    /// Heads, with ALG and KID for what depends on the key.
    private static let heads = [
        #"{"alg":"ALG","kid":"KID"}"#, #"{"kid":"KID","alg":"ALG","typ":"JWT"}"#,
        #"{"typ":"jwt","alg":"ALG","kid":"KID"}"#, #"{"typ":"application/jwt","alg":"ALG","kid":"KID"}"#,
        "{ \"alg\" : \"ALG\" ,\r\n\t\"kid\" : \"KID\" }", #"{"alg":"ALG","kid":"KID","x5t":"abc","x5t#S256":"def"}"#,
        #"{"\u0061lg":"ALG","kid":"KID","typ":"\u004aWT"}"#,
        #"{"alg":"ALG","kid":"KID","custom":{"a":[1,2.5,null]}}"#,
    ]

    /// Claims, the clock showing 2,000,000,000 s with a leeway of 5 s.
    private static let claims = [
        #"{"iss":"https://id.example","sub":"ann","aud":"keys","exp":2000003600}"#,
        #"{"exp":2000003600,"aud":["keys"],"sub":"ann","iss":"https://id.example"}"#,
        #"{"iss":"https://id.example","sub":"ann","aud":["https://api.example","keys"],"exp":2000003600}"#,
        #"{"iss":"https://id.example","sub":"ann","aud":["keys","keys"],"exp":2000003600.75}"#,
        #"{"iss":"https:\/\/id.example","sub":"a\u006en","aud":"k\u0065ys","exp":2.0000036e9}"#,
        #"{"iss":"https://id.example","sub":"ann","aud":"keys","exp":1999999996,"iat":1999999000}"#,
        #"{"iss":"https://id.example","sub":"ann","aud":"keys","exp":2000003600,"nbf":2000000005,"iat":2000000005}"#,
        #"{"iss":"https://id.example","sub":"ann","aud":"keys","exp":2000003600,"nbf":0,"iat":1999990000.5}"#,
        #"{"iss":"https://id.example","sub":"ann","aud":"keys","exp":2002678400,"iat":2000000000}"#,
        #"{"iss":"https://id.example","sub":"ann","aud":"keys","exp":2000003600,"jti":"7f","azp":"web","auth_time":1}"#,
        "\n{\t\"iss\" : \"https://id.example\", \"sub\" : \"ann\", \"aud\" : \"keys\", \"exp\" : 2000003600 }\n",
        #"{"iss":"https://id.example","sub":"ann","aud":"keys","exp":2000003600,"name":"Zoë 😀","roles":["a"],"n":null}"#,
    ]

    @Test("are all accepted", arguments: TokenAlgorithm.allCases)
    func accepted(algorithm: TokenAlgorithm) async throws {
        #expect(Self.heads.count * Self.claims.count * TokenAlgorithm.allCases.count >= 200)
        let scene = try await TokenScene()
        let key = try scene.key(algorithm)
        for head in Self.heads {
            for claims in Self.claims {
                let head = head.replacing("ALG", with: algorithm.rawValue).replacing("KID", with: algorithm.rawValue)
                let text = try scene.token(key, head, claims)
                #expect(await scene.tokens.stage(of: text) == nil, "\(head) \(claims)")
            }
        }
    }

    @Test(
        "name users of all kinds",
        arguments: ["ann", "auth0|5f7c8ec7c33c6c004bbafe82", "7", "ME", "Zoë 😀", "a b", "urn:user:1", "\"", "\\"]
    )
    func subjects(name: String) async throws {
        let scene = try await TokenScene()
        let claims = TokenScene.claims.merging(["sub": .string(name)]) { $1 }
        let text = try scene.token(try scene.key(.es256), TokenScene.head(.es256), claims)
        #expect(try await scene.tokens.verify(text, now: TokenScene.now).user == UserID(name))
    }

    @Test("need no issuer where the app names none, and no kid where its key has none")
    func bare() async throws {
        let key = TestKey.make(.es256, kid: nil)
        let set = try #require(JSONWebKeySet(reading: TestKey.set([key]), from: .file))
        let issuer = TokenIssuer(policy: TokenPolicy(audience: "bare"), keys: try await KeySet(set.keys))
        let scene = try await TokenScene()
        let text = try scene.token(key, #"{"alg":"ES256"}"#, #"{"sub":"ann","aud":"bare","exp":2000003600}"#)
        #expect(await UserTokens(["app": issuer]).stage(of: text) == nil)
        #expect(try await UserTokens(["app": issuer]).verify(text, now: TokenScene.now).app == "app")
    }
}
