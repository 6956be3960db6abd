import PealProviderKit
import Testing

@testable import PealSandbox

@Suite("Compressed bodies")
struct GzipTests {
    @Test("come out as they went in", arguments: [0, 1, 1024, 65_536, 400_000])
    func roundTrip(_ count: Int) throws {
        var state: UInt64 = 7
        let bytes = (0..<count).map { index -> UInt8 in
            state = state &* 6_364_136_223_846_793_005 &+ 1
            // Half of it repeats, half of it does not.
            return index % 2 == 0 ? UInt8(index / 512 % 251) : UInt8(state >> 56)
        }
        let small = try #require(Gzip.compress(bytes))
        #expect(small.prefix(3) == [0x1F, 0x8B, 0x08])
        #expect(Gunzip.expand(small, limit: 1 << 20) == bytes)
        #expect(Gunzip.expand(try #require(GzipWriter.compress(bytes)), limit: 1 << 20) == bytes)
    }

    @Test("are smaller when they repeat")
    func smaller() throws {
        let bytes = Array(String(repeating: #"{"to":"ExponentPushToken[abc]"},"#, count: 100).utf8)
        #expect(try #require(Gzip.compress(bytes)).count < bytes.count / 10)
    }

    @Test("that are broken or too long are refused")
    func refused() throws {
        let small = try #require(Gzip.compress([UInt8](repeating: 0, count: 100_000)))
        #expect(Gunzip.expand(small, limit: 99_999) == nil)
        #expect(Gunzip.expand(small, limit: 100_000)?.count == 100_000)
        #expect(Gunzip.expand(Array(small.dropLast()), limit: 1 << 20) == nil)
        #expect(Gunzip.expand(Array("plain".utf8), limit: 1 << 20) == nil)
        #expect(Gunzip.expand([], limit: 1 << 20) == nil)
    }
}
