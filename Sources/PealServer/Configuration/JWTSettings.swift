import PealCore
import PealHTTP

/// What an operator sets to verify the tokens of an app's users.
struct JWTSettings: Sendable {
    /// The keys of the section.
    static let keys: [String: ConfigurationKeys.Form] = [
        "secret": .text, "secretFile": .text, "kid": .text, "publicKey": .text, "publicKeyFile": .text,
        "publicKeyKid": .text, "jwks": .text, "jwksFile": .text, "jwksUrl": .text,
        "allow": .list, "caFile": .text, "algorithms": .list, "issuer": .text, "audience": .text, "leeway": .text,
        "maximumLifetime": .text,
    ]

    /// What the app asks of a token.
    var policy: TokenPolicy
    /// The keys that tokens are verified with.
    var keys: [JSONWebKey]
    /// Where an identity provider publishes further keys.
    var url: KeySetURL?
}

extension JWTSettings {
    private static let lifetimes = Duration.seconds(60)...Duration.seconds(3650 * 86_400)
    private static let leeways = Duration.zero...Duration.seconds(300)

    /// Reads the section; `nil` when the app does not use tokens, or when no key can be read.
    init?(_ values: inout ConfigurationValues, app: AppID) {
        let section = "apps.\(app).jwt"
        guard values.has(Array(Self.keys.keys), in: section) else { return nil }
        policy = TokenPolicy(audience: values.text("\(section).audience") ?? app.rawValue)
        policy.issuer = values.text("\(section).issuer")
        policy.leeway = values.duration("\(section).leeway", Self.leeways) ?? policy.leeway
        policy.maximumLifetime = values.duration("\(section).maximumLifetime", Self.lifetimes) ?? policy.maximumLifetime
        policy.algorithms = Self.algorithms(&values, section) ?? policy.algorithms
        let known = values.problems.count
        let single = [Self.secret(&values, section), Self.publicKey(&values, section, policy.algorithms)]
        keys = single.compactMap(\.self) + Self.set(&values, section, policy.algorithms)
        url = KeySetURL(&values, section: section)
        let names = Dictionary(grouping: keys) { $0.kid.map { "the kid \"\($0)\"" } ?? "no kid" }
        values.report(
            names.filter { $0.value.count > 1 }.keys.sorted().map { name in
                "\(section): more than one key has \(name); give each key a kid of its own"
            }
        )
        guard keys.isEmpty, url == nil else { return }
        if values.problems.count == known {
            values.report(["\(section): no key; set secret, publicKey or jwks, a …File with one of them, or jwksUrl"])
        }
        return nil
    }

    private static func algorithms(_ values: inout ConfigurationValues, _ section: String) -> Set<TokenAlgorithm>? {
        guard let names = values.list("\(section).algorithms") else { return nil }
        let algorithms = names.compactMap(TokenAlgorithm.init)
        guard !names.isEmpty, algorithms.count == names.count else {
            let known = TokenAlgorithm.allCases.map(\.rawValue).joined(separator: ", ")
            values.report(["\(section).algorithms: write one or more of \(known)"])
            return nil
        }
        return Set(algorithms)
    }

    private static func secret(_ values: inout ConfigurationValues, _ section: String) -> JSONWebKey? {
        guard let text = values.secret("\(section).secret") else { return nil }
        let key = JSONWebKey(secret: Array(text.utf8), kid: values.text("\(section).kid"))
        if key == nil {
            values.report([
                "\(section).secret: HS256 needs at least \(JSONWebKey.secretLength) bytes; `peal init` creates one"
            ])
        }
        return key
    }

    private static func publicKey(
        _ values: inout ConfigurationValues,
        _ section: String,
        _ algorithms: Set<TokenAlgorithm>
    ) -> JSONWebKey? {
        guard let text = values.file("\(section).publicKeyFile") ?? values.text("\(section).publicKey") else {
            return nil
        }
        do throws(PublicKeyFault) {
            let key = try JSONWebKey(pem: text, kid: values.text("\(section).publicKeyKid"))
            guard !algorithms.contains(key.algorithm) else { return key }
            values.report(["\(section).publicKey: is for \(key.algorithm.rawValue), which `algorithms` does not name"])
        } catch {
            values.report(["\(section).publicKey: \(error.detail)"])
        }
        return nil
    }

    private static func set(
        _ values: inout ConfigurationValues,
        _ section: String,
        _ algorithms: Set<TokenAlgorithm>
    ) -> [JSONWebKey] {
        guard let text = values.secret("\(section).jwks") else { return [] }
        guard let set = JSONWebKeySet(reading: Array(text.utf8), from: .file, algorithms: algorithms) else {
            values.report([
                "\(section).jwks: is not a JWK set; write {\"keys\": […]} with at most \(JSONWebKeySet.limit) keys"
            ])
            return []
        }
        values.report(set.faults.map { "\(section).jwks: \($0)" })
        if set.keys.isEmpty, set.faults.isEmpty {
            let reasons = set.others.isEmpty ? "it is empty" : set.others.joined(separator: "; ")
            values.report(["\(section).jwks: holds no key that can be used: \(reasons)"])
        }
        return set.keys
    }

    /// Problems between apps: a token says by its audience which app it is for.
    static func problems(among apps: [AppID: AppConfiguration]) -> [String] {
        let users = apps.compactMap { app, settings in settings.jwt.map { (app, $0.policy.audience) } }
        return Dictionary(grouping: users) { $0.1 }.values.filter { $0.count > 1 }.map { users in
            let names = users.map { "apps.\($0.0)" }.sorted()
            return
                "\(names[0]).jwt.audience: \(names.dropFirst().joined(separator: ", ")) has the same; each app needs its own"
        }.sorted()
    }

    /// The settings of an app of a sandbox: its clock may jump by years, and is the one of those who issue tokens.
    static func sandbox(_ app: AppID, secret: String, maximumLifetime: Duration) -> JWTSettings {
        var policy = TokenPolicy(audience: app.rawValue)
        policy.leeway = .zero
        policy.maximumLifetime = maximumLifetime
        let key = JSONWebKey(secret: Array(secret.utf8), kid: nil)
        return JWTSettings(policy: policy, keys: [key].compactMap(\.self))
    }
}
