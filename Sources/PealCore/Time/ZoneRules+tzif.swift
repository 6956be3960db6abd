extension ZoneRules {
    /// Reads a compiled zone file: TZif versions 1 to 4 (RFC 9636), and later ones, which stay readable by its §3.
    ///
    /// From version 2 on the 64-bit block and the rule after it count; abbreviations and indicators are ignored.
    /// - Throws: `ZoneError` when the bytes are malformed, larger than 256 KiB, or count leap seconds.
    public init(tzif bytes: [UInt8]) throws(ZoneError) {
        guard bytes.count <= 256 * 1024 else { throw ZoneError(.tooLarge, "a zone file has at most 256 KiB") }
        var reader = TZifReader(bytes)
        let first = try reader.header()
        guard first.version >= 2 else {
            let block = try reader.block(first, timeBytes: 4)
            guard reader.isAtEnd else { throw ZoneError(.wrongLength, "bytes follow the data block") }
            try self.init(initialOffset: block.initialOffset, transitions: block.transitions)
            return
        }
        try reader.skipBlock(first, timeBytes: 4)
        let second = try reader.header()
        guard second.version == first.version else { throw ZoneError(.notTZif, "the two headers differ in version") }
        let block = try reader.block(second, timeBytes: 8)
        let rule = try reader.footer()
        try self.init(initialOffset: block.initialOffset, transitions: block.transitions, posixRule: rule)
    }
}

/// Walks the parts of a TZif file.
private struct TZifReader {
    struct Header {
        let version: Int
        let universalIndicators, standardIndicators, leapSeconds, times, types, characters: Int
    }

    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func header() throws(ZoneError) -> Header {
        guard bytes.count - position >= 44, bytes[position..<position + 4].elementsEqual("TZif".utf8) else {
            throw ZoneError(.notTZif, "a header is missing")
        }
        // The version is a NUL for 1, an ASCII digit from 2 on.
        let version = bytes[position + 4]
        guard version == 0 || version >= UInt8(ascii: "2") else { throw ZoneError(.notTZif, "unknown version") }
        position += 20
        var counts: [Int] = []
        for _ in 0..<6 { counts.append(Int(try integer(bytes: 4) & 0xFFFF_FFFF)) }
        guard counts.allSatisfy({ $0 <= bytes.count }) else {
            throw ZoneError(.wrongLength, "a count is larger than the file")
        }
        return Header(
            version: version == 0 ? 1 : Int(version - UInt8(ascii: "0")),
            universalIndicators: counts[0],
            standardIndicators: counts[1],
            leapSeconds: counts[2],
            times: counts[3],
            types: counts[4],
            characters: counts[5]
        )
    }

    mutating func skipBlock(_ header: Header, timeBytes: Int) throws(ZoneError) {
        try skip(header.times * (timeBytes + 1) + header.types * 6)
        try skipTail(header, timeBytes: timeBytes)
    }

    mutating func block(_ header: Header, timeBytes: Int) throws(ZoneError) -> (
        initialOffset: Int, transitions: [ZoneRules.Transition]
    ) {
        guard header.types > 0 else { throw ZoneError(.outOfRange, "no local time type") }
        guard header.leapSeconds == 0 else { throw ZoneError(.leapSeconds, "leap seconds are counted") }
        var times: [Int64] = []
        for _ in 0..<header.times { times.append(try integer(bytes: timeBytes)) }
        var types: [Int] = []
        for _ in 0..<header.times { types.append(Int(try integer(bytes: 1) & 0xFF)) }
        var offsets: [Int] = []
        for _ in 0..<header.types {
            offsets.append(Int(try integer(bytes: 4)))
            try skip(2)
        }
        guard types.allSatisfy({ $0 < offsets.count }) else { throw ZoneError(.outOfRange, "unknown local time type") }
        try skipTail(header, timeBytes: timeBytes)
        let transitions = zip(times, types).map { ZoneRules.Transition(second: $0, offset: offsets[$1]) }
        return (offsets[0], transitions)
    }

    /// The rule between two line feeds at the end of the file.
    mutating func footer() throws(ZoneError) -> String {
        guard bytes.count - position >= 2, bytes[position] == UInt8(ascii: "\n"), bytes.last == UInt8(ascii: "\n")
        else { throw ZoneError(.wrongLength, "the footer is missing") }
        return String(decoding: bytes[position + 1..<bytes.count - 1], as: UTF8.self)
    }

    private mutating func skipTail(_ header: Header, timeBytes: Int) throws(ZoneError) {
        let indicators = header.standardIndicators + header.universalIndicators
        try skip(header.characters + header.leapSeconds * (timeBytes + 4) + indicators)
    }

    private mutating func skip(_ count: Int) throws(ZoneError) {
        guard bytes.count - position >= count else { throw ZoneError(.wrongLength, "the file ends too early") }
        position += count
    }

    /// Takes a signed big-endian integer of up to eight bytes.
    private mutating func integer(bytes count: Int) throws(ZoneError) -> Int64 {
        let start = position
        try skip(count)
        let value = bytes[start..<position].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let unused = 64 - 8 * count
        return Int64(bitPattern: value << UInt64(unused)) >> Int64(unused)
    }
}
