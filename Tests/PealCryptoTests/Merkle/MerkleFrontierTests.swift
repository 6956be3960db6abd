import Foundation
import PealCrypto
import Testing

@Suite("The Merkle tree of the audit log (RFC 6962)")
struct MerkleFrontierTests {
    /// The leaves of the test vectors of Certificate Transparency, and the root after each.
    private static let vectors: [(leaf: [UInt8], root: String)] = [
        ([], "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"),
        ([0x00], "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"),
        ([0x10], "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"),
        ([0x20, 0x21], "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"),
        ([0x30, 0x31], "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4"),
        ([0x40, 0x41, 0x42, 0x43], "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef"),
        (Array(0x50...0x57), "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c"),
        (Array(0x60...0x6f), "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"),
    ]

    private static func hex(_ bytes: [UInt8]) -> String { bytes.map { String(format: "%02x", $0) }.joined() }

    @Test("The roots are those of the published vectors, and the frontier is read back at each size")
    func published() throws {
        var tree = MerkleFrontier()
        #expect(Self.hex(tree.root) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        for (leaf, root) in Self.vectors {
            tree = try #require(MerkleFrontier(size: tree.size, bytes: tree.bytes))
            tree.append(MerkleFrontier.leafHash(leaf))
            #expect(Self.hex(tree.root) == root)
        }
    }

    /// The definition of RFC 6962 §2.1, which splits at the largest power of two below the size.
    private static func root(of leaves: ArraySlice<[UInt8]>) -> [UInt8] {
        guard leaves.count > 1 else { return leaves.first.map(MerkleFrontier.leafHash) ?? [] }
        var half = 1
        while half * 2 < leaves.count { half *= 2 }
        let (left, right) = (leaves.prefix(half), leaves.dropFirst(half))
        return Digest.sha256([1] + root(of: left) + root(of: right))
    }

    @Test("Appending gives the root of the definition at every size")
    func definition() {
        let leaves = (0..<200).map { Array("leaf \($0)".utf8) }
        var tree = MerkleFrontier()
        for (index, leaf) in leaves.enumerated() {
            tree.append(MerkleFrontier.leafHash(leaf))
            #expect(tree.root == Self.root(of: leaves.prefix(index + 1)[...]))
            #expect(tree.bytes.count == 32 * (index + 1).nonzeroBitCount)
        }
    }

    @Test("A frontier of another size is none", arguments: [(3, 32), (-1, 0)])
    func damaged(size: Int, bytes: Int) {
        #expect(MerkleFrontier(size: size, bytes: [UInt8](repeating: 0, count: bytes)) == nil)
    }
}
