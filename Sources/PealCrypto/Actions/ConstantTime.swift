/// Comparisons that take the same time whatever the bytes are.
enum ConstantTime {
    /// Whether two texts of bytes are equal; their lengths are no secret.
    static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
