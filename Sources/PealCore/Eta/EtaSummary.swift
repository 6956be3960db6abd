/// How many participants of a board say what (R206).
public struct EtaSummary: Sendable, Equatable {
    /// On time.
    public var onTime = 0
    /// Late.
    public var runningLate = 0
    /// Not coming.
    public var cantMakeIt = 0
    /// Coming, as far as is known.
    public var noResponse = 0

    /// Counts nobody.
    public init() {}

    /// Counts rows; who cancelled counts only as "can't make it", and only when they said so.
    public init(_ rows: some Sequence<EtaRow>) {
        for row in rows {
            switch row.state {
            case .onTime: onTime += 1
            case .late: runningLate += 1
            case .cantMakeIt: cantMakeIt += 1
            case .noResponse: noResponse += row.isActive ? 1 : 0
            }
        }
    }

    /// The line of S0.AC4.5.
    public var text: String { "\(onTime) on time, \(runningLate) running late, \(cantMakeIt) can't make it" }
}
