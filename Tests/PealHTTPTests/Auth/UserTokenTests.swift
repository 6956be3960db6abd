import JWTKit
import PealCore
import PealTesting
import Testing

@testable import PealHTTP

@Suite("Users' tokens")
struct UserTokenTests {
    struct Example: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var token: ForgedToken
        /// The reason it is refused for; `nil` when it is accepted.
        var refusal: String?

        init(_ name: String, _ refusal: String? = nil, _ change: (inout ForgedToken) -> Void = { _ in }) {
            testDescription = name
            self.refusal = refusal
            token = ForgedToken()
            change(&token)
        }

        /// A token with other claims.
        init(_ name: String, claims: String, _ refusal: String? = nil) {
            self.init(name, refusal) { $0.claims = claims }
        }
    }

    private static let form = "the token is not a JWT"
    private static let algorithm = "unsupported token algorithm"
    private static let pinned = "the token's algorithm (alg) is not the one of its key"
    private static let audience = "the token's audience (aud) is not an app of this server"
    private static let both = "the token's audience (aud) names more than one app of this server"
    private static let key = "unknown token key (kid)"
    private static let signature = "invalid token signature"
    private static let extensions = "the token needs an extension (crit) that is not supported"
    private static let otherForm = "the token's claims are in another form (b64, zip, cty) than JSON"
    private static let nobody = "the token has no valid subject (sub)"

    static let heads: [Example] = [
        Example("plain HS256"),
        Example("algorithm none, signed", algorithm) { $0.head = #"{"alg":"none"}"# },
        Example("algorithm none, no signature", algorithm) {
            $0.head = #"{"alg":"none"}"#
            $0.tamper = { $0[2] = "" }
        },
        Example("algorithm in other letters", algorithm) { $0.head = #"{"alg":"hs256"}"# },
        Example("no algorithm", algorithm) { $0.head = #"{"typ":"JWT"}"# },
        Example("algorithm as a number", algorithm) { $0.head = #"{"alg":256}"# },
        Example("HS512, and signed so", algorithm) {
            $0.head = #"{"alg":"HS512"}"#
            $0.hash = .sha512
        },
        Example("HS512 under the head of HS256", signature) { $0.hash = .sha512 },
        Example("RS256 with our secret as its key", pinned) { $0.head = #"{"alg":"RS256"}"# },
        Example("an extension that must be understood", extensions) { $0.head = #"{"alg":"HS256","crit":["exp"]}"# },
        Example("a payload that is not encoded", otherForm) { $0.head = #"{"alg":"HS256","b64":false}"# },
        Example("a payload that says that it is encoded", otherForm) { $0.head = #"{"alg":"HS256","b64":true}"# },
        Example("compressed claims", otherForm) { $0.head = #"{"alg":"HS256","zip":"DEF"}"# },
        Example("a token in a token", otherForm) { $0.head = #"{"alg":"HS256","cty":"JWT"}"# },
        Example("another content", otherForm) { $0.head = #"{"alg":"HS256","cty":"text/plain"}"# },
        Example("null for a form", otherForm) { $0.head = #"{"alg":"HS256","zip":null}"# },
        Example("a byte order mark", form) { $0.head = "\u{FEFF}" + #"{"alg":"HS256"}"# },
        Example("the same member twice", form) { $0.head = #"{"alg":"HS256","alg":"none"}"# },
        Example("a head that is no object", form) { $0.head = #"["HS256"]"# },
        Example("two parts", form) { $0.tamper = { $0.removeLast() } },
        Example("five parts, as JWE has", form) { $0.tamper = { $0 += ["x", "y"] } },
        Example("padding in base64url", form) { $0.tamper = { $0[1] += "=" } },
        Example("a space before", form) { $0.tamper = { $0[0] = " " + $0[0] } },
    ]

    static let keys: [Example] = [
        Example("the one key of an app, by name") {
            $0.head = #"{"alg":"HS256","kid":"only"}"#
            $0.claims = #"{"sub":"ann","aud":"named","exp":2000000000}"#
            $0.secret = ForgedToken.named
        },
        Example("the one key of an app, without the name that tokens must carry", key) {
            $0.claims = #"{"sub":"ann","aud":"named","exp":2000000000}"#
            $0.secret = ForgedToken.named
        },
        Example("the second of two keys") { pair(&$0, #","kid":"second""#, ForgedToken.pair[1]) },
        Example("one key under the other's name", signature) { pair(&$0, #","kid":"second""#, ForgedToken.pair[0]) },
        Example("two keys and no name", key) { pair(&$0, "", ForgedToken.pair[0]) },
        Example("a name nobody gave", key) { pair(&$0, #","kid":"third""#, ForgedToken.pair[0]) },
        Example("a name that is a path", key) { pair(&$0, #","kid":"../../dev/null""#, ForgedToken.pair[0]) },
        Example("an empty name", key) { $0.head = #"{"alg":"HS256","kid":""}"# },
        Example("a name that is a number", key) { $0.head = #"{"alg":"HS256","kid":1}"# },
        Example("another app's secret", signature) { $0.secret = ForgedToken.named },
        Example("another user, after signing", signature) {
            $0.tamper = { $0[1] = Base64URL.encode(Array(#"{"sub":"bob","aud":"solo","exp":2000000000}"#.utf8)) }
        },
        Example("half a signature", signature) { $0.tamper = { $0[2] = String($0[2].prefix(20)) } },
        Example("no signature", signature) { $0.tamper = { $0[2] = "" } },
        Example("a signature with bits left over", form) { $0.tamper = { $0[2] = $0[2].dropLast() + "_" } },
    ]

    /// The clock shows 1,999,999,000 s.
    static let claims: [Example] = [
        Example("an audience of one in a list", claims: #"{"sub":"ann","aud":["solo"],"exp":2000000000}"#),
        Example(
            "an audience of an app and another service",
            claims: #"{"sub":"ann","aud":["https://other.example","solo"],"exp":2000000000}"#
        ),
        Example("an app twice", claims: #"{"sub":"ann","aud":["solo","solo"],"exp":2000000000}"#),
        Example("an audience of two apps", claims: #"{"sub":"ann","aud":["solo","named"],"exp":2000000000}"#, both),
        Example(
            "an audience of other services",
            claims: #"{"sub":"ann","aud":["https://a.example","https://b.example"],"exp":2000000000}"#,
            audience
        ),
        Example("an app and a number", claims: #"{"sub":"ann","aud":["solo",1],"exp":2000000000}"#, audience),
        Example("an empty audience", claims: #"{"sub":"ann","aud":[],"exp":2000000000}"#, audience),
        Example("an audience of numbers", claims: #"{"sub":"ann","aud":[1],"exp":2000000000}"#, audience),
        Example("no audience", claims: #"{"sub":"ann","exp":2000000000}"#, audience),
        Example("an app that is not here", claims: #"{"sub":"ann","aud":"gone","exp":2000000000}"#, audience),
        Example("no expiry", claims: #"{"sub":"ann","aud":"solo"}"#, "the token has no expiry (exp)"),
        Example(
            "an expiry as text",
            claims: #"{"sub":"ann","aud":"solo","exp":"2000000000"}"#,
            "the token has no expiry (exp)"
        ),
        Example(
            "an expiry of null",
            claims: #"{"sub":"ann","aud":"solo","exp":null}"#,
            "the token has no expiry (exp)"
        ),
        Example("an expiry in fractions", claims: #"{"sub":"ann","aud":"solo","exp":1999999000.5}"#),
        Example(
            "expired this very second",
            claims: #"{"sub":"ann","aud":"solo","exp":1999999000}"#,
            "the token has expired"
        ),
        Example("expired long ago", claims: #"{"sub":"ann","aud":"solo","exp":-1}"#, "the token has expired"),
        Example("an expiry 31 days ahead", claims: #"{"sub":"ann","aud":"solo","exp":2002677400}"#),
        Example(
            "an expiry 31 days and a second ahead",
            claims: #"{"sub":"ann","aud":"solo","exp":2002677401}"#,
            "the token expires too far ahead: P31D is the most"
        ),
        Example(
            "an expiry centuries ahead",
            claims: #"{"sub":"ann","aud":"solo","exp":1e300}"#,
            "the token expires too far ahead: P31D is the most"
        ),
        Example("valid from now on", claims: #"{"sub":"ann","aud":"solo","exp":2000000000,"nbf":1999999000}"#),
        Example(
            "valid a second later",
            claims: #"{"sub":"ann","aud":"solo","exp":2000000000,"nbf":1999999001}"#,
            "the token is not valid yet"
        ),
        Example(
            "valid from a text on",
            claims: #"{"sub":"ann","aud":"solo","exp":2000000000,"nbf":"0"}"#,
            "the token is not valid yet"
        ),
        Example("no subject", claims: #"{"aud":"solo","exp":2000000000}"#, nobody),
        Example("an empty subject", claims: #"{"sub":"","aud":"solo","exp":2000000000}"#, nobody),
        Example("a subject of numbers", claims: #"{"sub":7,"aud":"solo","exp":2000000000}"#, nobody),
        Example("a subject called me", claims: #"{"sub":"me","aud":"solo","exp":2000000000}"#, nobody),
        Example(
            "a control character in the subject",
            claims: #"{"sub":"a\u0000nn","aud":"solo","exp":2000000000}"#,
            nobody
        ),
        Example(
            "a subject of 201 bytes",
            claims: #"{"sub":"\#(String(repeating: "a", count: 201))","aud":"solo","exp":2000000000}"#,
            nobody
        ),
        Example("claims that are no object", claims: "7", form),
        Example(
            "a huge token",
            claims: #"{"sub":"ann","aud":"solo","exp":2000000000,"x":"\#(String(repeating: "x", count: 7_000))"}"#,
            form
        ),
    ]

    private static func pair(_ token: inout ForgedToken, _ kid: String, _ secret: String) {
        token.head = #"{"alg":"HS256"\#(kid)}"#
        token.claims = #"{"sub":"ann","aud":"pair","exp":2000000000}"#
        token.secret = secret
    }

    private static let now = Timestamp(seconds: 1_999_999_000)

    @Test("are refused for one reason, or speak for one user", arguments: heads + keys + claims)
    func verified(_ example: Example) async throws {
        let tokens = try await ForgedToken.tokens()
        let text = try await example.token.text()
        if let refusal = example.refusal {
            #expect(await tokens.refusal(of: text, now: Self.now) == refusal)
        } else {
            #expect(try await tokens.verify(text, now: Self.now).user == "ann")
        }
    }

    @Test(
        "are no more than text: nothing of it is trusted before its signature",
        arguments: ["", ".", "..", "...", "a.b.c", "€.€.€"]
    )
    func garbage(text: String) async throws {
        let tokens = try await ForgedToken.tokens()
        #expect(await tokens.refusal(of: text, now: Self.now) == Self.form)
    }

    @Test(
        "hold until the injected clock says otherwise",
        arguments: [("solo", nil, ForgedToken.solo), ("named", "only", ForgedToken.named)] as [(AppID, String?, String)]
    )
    func lifetime(app: AppID, kid: String?, secret: String) async throws {
        let clock = TestClock(Self.now)
        let tokens = try await ForgedToken.tokens()
        let mint = try await TokenMint(secret: Array(secret.utf8), kid: kid)
        let text = try mint.token(app: app, user: "ann", now: clock.now, expiresIn: .seconds(600))
        let claims = try await tokens.verify(text, now: clock.now)
        let expiresAt = clock.now + .seconds(600)
        #expect(claims == .init(app: app, user: "ann", issuedAt: clock.now, expiresAt: expiresAt))
        clock.advance(by: .seconds(600) - .milliseconds(1))
        #expect(try await tokens.verify(text, now: clock.now).app == app)
        clock.advance(by: .milliseconds(1))
        #expect(await tokens.refusal(of: text, now: clock.now) == "the token has expired")
    }

    @Test("expire as far ahead as their app allows", arguments: [(600, true), (601, false)])
    func longer(seconds: Int, isTaken: Bool) async throws {
        var issuer = try await ForgedToken.issuer("solo", [(nil, ForgedToken.solo)])
        issuer.policy.maximumLifetime = .seconds(600)
        let mint = try await TokenMint(secret: Array(ForgedToken.solo.utf8))
        let text = try mint.token(app: "solo", user: "ann", now: Self.now, expiresIn: .seconds(seconds))
        #expect(await (UserTokens(["solo": issuer]).refusal(of: text, now: Self.now) == nil) == isTaken)
    }

    @Test("Every changed character of a token is noticed")
    func tampered() async throws {
        let tokens = try await ForgedToken.tokens()
        let text = try await ForgedToken().text()
        for index in text.indices {
            var changed = text
            changed.replaceSubrange(index...index, with: text[index] == "A" ? "B" : "A")
            #expect(await tokens.refusal(of: changed, now: Self.now) != nil)
        }
    }

    @Test(
        "An expired token is counted as such, any other refusal as a bad token",
        arguments: [(.check(.expiry), .expired), (.check(.signature), .token), (.form, .token)]
            as [(TokenRefusal.Stage, CredentialFault)]
    )
    func faults(stage: TokenRefusal.Stage, fault: CredentialFault) { #expect(TokenRefusal(stage, "").fault == fault) }
}

extension UserTokens {
    /// Why a token is refused; `nil` when it is accepted.
    func refusal(of text: String, now: Timestamp) async -> String? {
        do {
            _ = try await verify(text, now: now)
            return nil
        } catch {
            return error.detail
        }
    }
}
