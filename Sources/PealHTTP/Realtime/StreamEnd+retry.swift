import PealRealtime

extension StreamEnd {
    /// When a client comes back: spread, so that of those who left together at most a quarter returns in any second.
    /// - Parameter unit: a random number in 0..<1.
    /// - Returns: how long it waits; nothing for a token that has expired, which ends at an instant of its own.
    func retry(_ unit: Double) -> Duration {
        let range: (Double, Double) =
            switch self {
            case .restart: (1_000, 15_000)
            case .expired: (0, 0)
            default: (1_000, 9_000)
            }
        return .milliseconds(Int64(range.0 + (range.1 - range.0) * unit))
    }
}
