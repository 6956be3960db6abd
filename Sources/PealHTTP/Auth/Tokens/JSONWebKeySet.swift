import PealCore
import PealWire

/// The keys of a JWK set (RFC 7517, 5), and what else is in it.
public struct JSONWebKeySet: Sendable, Equatable {
    /// The most entries that are read.
    public static let limit = 100

    /// The keys that tokens can be verified with; each has a name of its own.
    public internal(set) var keys: [JSONWebKey] = []
    /// Keys for this purpose that cannot be used, one sentence each.
    public internal(set) var faults: [String] = []
    /// Keys for other purposes, one sentence each.
    public internal(set) var others: [String] = []

    /// Reads a document; `nil` when it is not a JWK set at all.
    /// - Parameters:
    ///   - bytes: the JSON text.
    ///   - origin: where it comes from.
    ///   - algorithms: those that the app accepts; keys for others are left out.
    public init?(
        reading bytes: [UInt8],
        from origin: JSONWebKey.Origin,
        algorithms: Set<TokenAlgorithm> = Set(TokenAlgorithm.allCases)
    ) {
        guard let entries = (try? JSONParser.parse(bytes))?.object?["keys"]?.array, entries.count <= Self.limit else {
            return nil
        }
        var found: [JSONWebKey] = []
        for entry in entries {
            switch JSONWebKey.read(entry, from: origin) {
            case .key(let key) where !algorithms.contains(key.algorithm):
                others.append("\(key.name) is for \(key.algorithm.rawValue), which the app does not accept")
            case .key(let key): found.append(key)
            case .other(let reason): others.append(reason)
            case .fault(let reason): faults.append(reason)
            }
        }
        for key in found {
            if key.kid == nil, found.count > 1 {
                faults.append("a key without a kid is one of several; give each a kid")
            } else if keys.contains(where: { $0.kid == key.kid }) {
                // A name stands for one key and one algorithm.
                faults.append("\(key.name) appears more than once; the first one counts")
            } else {
                keys.append(key)
            }
        }
    }
}
