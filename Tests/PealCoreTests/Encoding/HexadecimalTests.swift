import PealCore
import Testing

@Suite("Hexadecimal digits (RFC 4648 §8)")
struct HexadecimalTests {
    @Test("every byte comes back, from either case")
    func roundTrip() {
        let bytes = (0...255).map { UInt8($0) }
        let text = Hexadecimal.text(bytes)
        #expect(text.hasPrefix("000102") && text.hasSuffix("fdfeff") && text.utf8.count == 512)
        #expect(Hexadecimal.bytes(text) == bytes)
        #expect(Hexadecimal.bytes(text.uppercased()) == bytes)
    }

    @Test("of slices, and of memory that is not in one piece")
    func pieces() {
        let bytes: [UInt8] = [0, 1, 0xAB, 0xFF]
        #expect(Hexadecimal.text(bytes.dropFirst(2)) == "abff")
        #expect(Hexadecimal.text(bytes.lazy.map { $0 }) == "0001abff")
        #expect(Hexadecimal.text([]) == "")
    }

    @Test(
        "a number has 16 digits",
        arguments: [(0, "0000000000000000"), (0xA1, "00000000000000a1"), (UInt64.max, "ffffffffffffffff")]
    )
    func number(value: UInt64, text: String) { #expect(Hexadecimal.text(value) == text) }

    @Test("anything else is refused", arguments: ["0", "0g", "+1", "-0", " 1", "１１", "é"])
    func refused(text: String) { #expect(Hexadecimal.bytes(text) == nil) }

    @Test("only ASCII digits are digits")
    func digits() {
        let digits = (UInt8.min...UInt8.max).filter(Hexadecimal.isDigit)
        #expect(digits == Array("0123456789ABCDEFabcdef".utf8))
    }
}
