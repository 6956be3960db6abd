/// What the head of a sound file says: how its samples are coded, and how long it is.
///
/// It reads what iOS plays: CAF, WAV and AIFF.
struct SoundFile: Equatable {
    /// The code of its container for the samples; those that iOS plays have one name in all containers.
    var coding: String
    /// In seconds.
    var length: Double

    /// Linear PCM, IMA4 (ADPCM), µ-law and a-law.
    static let played: Set = ["lpcm", "ima4", "ulaw", "alaw"]

    /// Reads the head of a file of `size` bytes; `nil` when it is none of the three, or is cut off.
    init?(head: [UInt8], size: Int) {
        let bytes = SoundBytes(head)
        switch (bytes.word(0), bytes.word(8)) {
        case ("caff", _): self.init(caf: bytes, size: size)
        case ("RIFF", "WAVE"): self.init(wave: bytes)
        case ("FORM", "AIFF"), ("FORM", "AIFC"): self.init(aiff: bytes)
        default: return nil
        }
    }

    private init?(coding: String, length: Double?) {
        guard let length, length.isFinite, length >= 0 else { return nil }
        self.coding = coding
        self.length = length
    }

    /// Apple's Core Audio Format: a rate, and packets of so many bytes and samples.
    private init?(caf bytes: SoundBytes, size: Int) {
        var at = 8
        var description = 0
        while let name = bytes.word(at), let length = bytes.big(at + 4, 8) {
            at += 12
            if name == "desc" { description = at }
            if name == "data", let coding = bytes.word(description + 8), description > 0 {
                // The last part may end with the file; it begins with a number of 4 bytes.
                let data = (length == .max ? size - at : Int(clamping: length)) - 4
                guard let perPacket = bytes.big(description + 16, 4), let samples = bytes.big(description + 20, 4),
                    let rate = bytes.big(description, 8).map({ Double(bitPattern: $0) })
                else { return nil }
                // Packets of different lengths are of a coding that iOS does not play; then only its name matters.
                let packets = perPacket == 0 ? 0 : Double(data) / Double(perPacket)
                self.init(coding: coding, length: packets * Double(samples) / rate)
                return
            }
            guard length < UInt64(Int32.max) else { return nil }
            at += Int(length)
        }
        return nil
    }

    /// RIFF WAVE: bytes a second.
    private init?(wave bytes: SoundBytes) {
        let codings: [UInt64: String] = [1: "lpcm", 6: "alaw", 7: "ulaw", 0x11: "ima4", 0xFFFE: "lpcm"]
        var at = 12
        var format = 0
        while let name = bytes.word(at), let length = bytes.little(at + 4, 4) {
            at += 8
            if name == "fmt " { format = at }
            if name == "data", format > 0, let tag = bytes.little(format, 2), let rate = bytes.little(format + 8, 4) {
                self.init(coding: codings[tag] ?? "\(tag)", length: Double(length) / Double(rate))
                return
            }
            at += Int(length + length % 2)
        }
        return nil
    }

    /// AIFF and AIFF-C: a number of samples, and a rate of 80 bits.
    private init?(aiff bytes: SoundBytes) {
        let isPlain = bytes.word(8) == "AIFF"
        var at = 12
        while let name = bytes.word(at), let length = bytes.big(at + 4, 4) {
            at += 8
            if name == "COMM" {
                guard let frames = bytes.big(at + 2, 4), let exponent = bytes.big(at + 8, 2),
                    let mantissa = bytes.big(at + 10, 8)
                else { return nil }
                let power = Int(exponent & 0x7FFF) - 16_383 - 63
                let rate = Double(sign: .plus, exponent: power, significand: Double(mantissa))
                let written = isPlain ? "NONE" : bytes.word(at + 18) ?? ""
                let coding = ["NONE", "sowt", "twos"].contains(written) ? "lpcm" : written.lowercased()
                // IMA4 counts packets of 64 samples.
                self.init(coding: coding, length: Double(frames) * (coding == "ima4" ? 64 : 1) / rate)
                return
            }
            at += Int(length + length % 2)
        }
        return nil
    }
}

/// Numbers and words in the head of a file; `nil` beyond its end.
private struct SoundBytes {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func word(_ at: Int) -> String? { part(at, 4).map { String(decoding: $0, as: UTF8.self) } }

    func big(_ at: Int, _ count: Int) -> UInt64? { part(at, count)?.reduce(0) { $0 << 8 | UInt64($1) } }

    func little(_ at: Int, _ count: Int) -> UInt64? { part(at, count)?.reversed().reduce(0) { $0 << 8 | UInt64($1) } }

    private func part(_ at: Int, _ count: Int) -> ArraySlice<UInt8>? {
        at >= 0 && at <= bytes.count - count ? bytes[at..<at + count] : nil
    }
}
