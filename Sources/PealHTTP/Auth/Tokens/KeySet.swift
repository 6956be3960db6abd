/// Keys that are ready to verify, by name.
public struct KeySet: Sendable {
    private var named: [String: VerificationKey] = [:]
    /// The key of tokens without a `kid`.
    private(set) var unnamed: VerificationKey?

    /// No keys.
    public init() {}

    /// Makes keys ready; of two with the same name the first counts.
    /// - Throws: ``UnusableKey`` for the first that is none.
    public init(_ keys: [JSONWebKey]) async throws(UnusableKey) {
        for key in keys { add(try await VerificationKey(key)) }
    }

    /// Makes those keys ready that can be.
    /// - Returns: the keys, and why others are left out.
    static func usable(_ keys: [JSONWebKey]) async -> (keys: KeySet, faults: [String]) {
        var (set, faults) = (KeySet(), [String]())
        for key in keys {
            do throws(UnusableKey) {
                set.add(try await VerificationKey(key))
            } catch {
                faults.append(error.description)
            }
        }
        return (set, faults)
    }

    /// The key of a name.
    subscript(kid: String) -> VerificationKey? { named[kid] }

    /// Whether it holds none.
    var isEmpty: Bool { named.isEmpty && unnamed == nil }

    private mutating func add(_ key: VerificationKey) {
        guard let kid = key.kid else {
            unnamed = unnamed ?? key
            return
        }
        if named[kid] == nil { named[kid] = key }
    }
}
