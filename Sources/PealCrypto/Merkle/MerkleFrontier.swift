import Crypto
import Foundation

/// The roots of the largest complete subtrees of a Merkle tree (RFC 6962 §2.1), the largest first: all that appending needs.
public struct MerkleFrontier: Sendable, Equatable {
    /// How many leaves the tree has.
    public private(set) var size: Int
    /// Their roots, 32 bytes each.
    public private(set) var bytes: [UInt8]

    /// How long a hash is.
    public static let hashLength = 32

    /// The empty tree.
    public init() {
        size = 0
        bytes = []
    }

    /// Reads a frontier back; `nil` when it has not one hash for each complete subtree.
    public init?(size: Int, bytes: [UInt8]) {
        guard size >= 0, bytes.count == size.nonzeroBitCount * Self.hashLength else { return nil }
        self.size = size
        self.bytes = bytes
    }

    /// The hash of a leaf: SHA-256 of 0x00 and its bytes.
    public static func leafHash(_ leaf: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.update(data: [0])
        hash.update(data: leaf)
        return [UInt8](hash.finalize())
    }

    /// The hash of a node: SHA-256 of 0x01 and of both hashes below it.
    static func nodeHash(_ left: some DataProtocol, _ right: some DataProtocol) -> [UInt8] {
        var hash = SHA256()
        hash.update(data: [1])
        hash.update(data: left)
        hash.update(data: right)
        return [UInt8](hash.finalize())
    }

    /// Appends a leaf by its hash; as many hashes are computed as complete subtrees join, one on average.
    public mutating func append(_ leafHash: [UInt8]) {
        var hash = leafHash
        var rest = size
        while rest & 1 == 1 {
            hash = Self.nodeHash(bytes.suffix(Self.hashLength), hash)
            bytes.removeLast(Self.hashLength)
            rest >>= 1
        }
        bytes += hash
        size += 1
    }

    /// The root of the tree; that of the empty tree is the hash of nothing.
    public var root: [UInt8] {
        guard size > 0 else { return Digest.sha256([UInt8]()) }
        var start = bytes.count - Self.hashLength
        var hash = Array(bytes[start...])
        while start > 0 {
            start -= Self.hashLength
            hash = Self.nodeHash(bytes[start..<(start + Self.hashLength)], hash)
        }
        return hash
    }
}
