/// A key that tokens are verified with, as a JWK describes it (RFC 7517): pinned to one algorithm.
public struct JSONWebKey: Sendable, Equatable {
    /// What the algorithm needs.
    public enum Material: Sendable, Equatable {
        /// A secret of at least ``JSONWebKey/secretLength`` bytes.
        case secret([UInt8])
        /// A point on P-256; 32 bytes each.
        case p256(x: [UInt8], y: [UInt8])
        /// A public key of Ed25519; 32 bytes.
        case ed25519([UInt8])
        /// A modulus of at least 2048 bits, and an exponent; without leading zeros.
        case rsa(modulus: [UInt8], exponent: [UInt8])
    }

    /// The shortest secret of HS256, in bytes (RFC 7518, 3.2).
    public static let secretLength = 32
    /// The modulus of RSA, in bits: shorter ones are weak, longer ones make every call expensive.
    public static let modulusBits = 2048...8192

    /// The `kid` that tokens name it by; `nil` is for tokens without one.
    public let kid: String?
    /// What it is made of.
    public let material: Material

    /// Describes a key whose parts were checked.
    init(kid: String?, material: Material) {
        self.kid = kid
        self.material = material
    }

    /// A secret for HS256; `nil` when it is too short.
    /// - Parameters:
    ///   - secret: the bytes themselves.
    ///   - kid: the `kid` that tokens name it by.
    public init?(secret: [UInt8], kid: String?) {
        guard secret.count >= Self.secretLength else { return nil }
        self.init(kid: kid, material: .secret(secret))
    }

    /// The one algorithm that it is for.
    public var algorithm: TokenAlgorithm {
        switch material {
        case .secret: .hs256
        case .p256: .es256
        case .ed25519: .eddsa
        case .rsa: .rs256
        }
    }

    /// How messages call it.
    var name: String { kid.map { "key \"\($0)\"" } ?? "the key without a kid" }
}
