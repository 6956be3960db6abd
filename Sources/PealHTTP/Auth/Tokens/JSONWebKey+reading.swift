import PealCore

extension JSONWebKey {
    /// Where a set of keys comes from, which decides what may be in it.
    public enum Origin: Sendable {
        /// The operator's own file: what is wrong in it is a mistake to fix.
        case file
        /// A URL that everyone can read: a secret in it would let everyone sign.
        case url
    }

    /// What one entry of a set is.
    enum Entry: Equatable {
        case key(JSONWebKey)
        /// It is for something else.
        case other(String)
        /// It is for this, and cannot be used.
        case fault(String)
    }

    /// Reads one entry.
    static func read(_ json: JSONValue, from origin: Origin) -> Entry {
        guard let members = json.object else { return .fault("an entry is not an object") }
        let kid: String?
        switch members["kid"] {
        case nil: kid = nil
        case .string(let name) where (1...200).contains(name.utf8.count): kid = name
        default: return .fault("a kid is not a text of 1 to 200 bytes")
        }
        let name = kid.map { "key \"\($0)\"" } ?? "a key without a kid"
        if let use = members["use"], use.string != "sig" { return .other("\(name) is not for signatures") }
        if let uses = members["key_ops"], uses.array?.contains(.string("verify")) != true {
            // A secret that signs verifies as well.
            guard members["kty"]?.string == "oct", uses.array?.contains(.string("sign")) == true else {
                return .other("\(name) is not for verifying")
            }
        }
        return material(members, from: origin).entry(kid: kid, name: name, alg: members["alg"])
    }

    private enum Reading {
        case material(Material)
        case other(String)
        case fault(String)

        func entry(kid: String?, name: String, alg: JSONValue?) -> Entry {
            switch self {
            case .other(let reason): return .other("\(name) \(reason)")
            case .fault(let reason): return .fault("\(name) \(reason)")
            case .material(let material):
                let key = JSONWebKey(kid: kid, material: material)
                guard alg.map({ $0.string == key.algorithm.rawValue }) ?? true else {
                    return .other("\(name) is for another algorithm than \(key.algorithm.rawValue)")
                }
                return .key(key)
            }
        }
    }

    private static func material(_ members: [String: JSONValue], from origin: Origin) -> Reading {
        let isPrivate = members["d"] != nil
        func bytes(_ name: String) -> [UInt8]? { members[name]?.string.flatMap { Base64URL.decode($0) } }
        switch (members["kty"]?.string, members["crv"]?.string) {
        case ("oct", _):
            guard origin == .file else { return .fault("is a secret, which no URL may hold") }
            guard let secret = bytes("k") else { return .fault("has no valid `k`") }
            guard secret.count >= secretLength else { return .fault("has fewer than \(secretLength) bytes") }
            return .material(.secret(secret))
        case (_, _) where isPrivate: return .fault("is a private key; Peal needs the public part only")
        case ("EC", "P-256"):
            guard let x = bytes("x"), let y = bytes("y"), x.count == 32, y.count == 32 else {
                return .fault("has no valid `x` and `y`")
            }
            return .material(.p256(x: x, y: y))
        case ("OKP", "Ed25519"):
            guard let x = bytes("x"), x.count == 32 else { return .fault("has no valid `x`") }
            return .material(.ed25519(x))
        case ("RSA", _):
            guard let modulus = bytes("n").map(trimmed), let exponent = bytes("e").map(trimmed) else {
                return .fault("has no valid `n` and `e`")
            }
            if let fault = rsaFault(modulus: modulus, exponent: exponent) { return .fault(fault) }
            return .material(.rsa(modulus: modulus, exponent: exponent))
        case (nil, _): return .fault("has no `kty`")
        default: return .other("is of a kind that no accepted algorithm uses")
        }
    }

    /// What is wrong with the numbers of a key of RSA, which have no leading zeros.
    static func rsaFault(modulus: [UInt8], exponent: [UInt8]) -> String? {
        let bits = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
        guard modulusBits.contains(bits) else {
            return "has \(bits) bits; RS256 needs \(modulusBits.lowerBound) to \(modulusBits.upperBound)"
        }
        // An exponent of 1 makes every text its own signature.
        guard let last = exponent.last, last % 2 == 1, exponent != [1], exponent.count <= 4 else {
            return "has no valid `e`"
        }
        return nil
    }

    private static func trimmed(_ number: [UInt8]) -> [UInt8] { Array(number.drop { $0 == 0 }) }
}
