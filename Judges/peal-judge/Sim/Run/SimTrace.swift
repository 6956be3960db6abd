import JudgeKit

/// What a run did, step by step: printed when asked for, hashed in any case, to see that a replay is one.
struct SimTrace {
    var isPrinting = false
    private(set) var fingerprint: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func note(_ line: String) {
        for byte in line.utf8 {
            fingerprint = (fingerprint ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        if isPrinting { Output.progress(line) }
    }
}
