import PealCore
import PealRealtime

/// How a WebSocket is closed: docs/realtime.md says for each code whether and when to come back.
struct SocketClose: Equatable {
    var code: UInt16
    /// The reason and, where coming back makes sense, after how many milliseconds: `restart retry=4100`.
    var reason: String

    /// The close of an end; `nil` where nobody is there to read it.
    init?(_ end: StreamEnd, retry: Duration) {
        switch end {
        case .restart: code = 1012
        case .failed: code = 1011
        case .malformed: code = 4400
        case .expired: code = 4401
        case .revoked: code = 4403
        case .silent: code = 4408
        case .flooding: code = 4429
        case .gone, .slow: return nil
        }
        let comesBack = ![.malformed, .revoked].contains(end)
        reason = comesBack ? "\(end.rawValue) retry=\(retry.wholeMilliseconds)" : end.rawValue
    }
}
