/// What a board shows of one participant's arrival (R204).
public enum EtaState: Sendable, Equatable {
    case onTime
    /// So many minutes late.
    case late(Int)
    case cantMakeIt
    case noResponse

    /// Reads a reply; none is no response.
    public init(_ reply: EtaReply?) {
        self =
            switch reply?.status {
            case nil: .noResponse
            case .onTime: .onTime
            case .runningLate: .late(reply?.minutesLate ?? 0)
            case .cantMakeIt: .cantMakeIt
            }
    }

    /// The words of S0.AC4.3.
    public var words: String {
        switch self {
        case .onTime: "On time"
        case .late(let minutes): "+\(minutes) min late"
        case .cantMakeIt: "Can't make it"
        case .noResponse: "No response"
        }
    }

    /// The colour of S0.AC4.3.
    public var colour: String {
        switch self {
        case .onTime: "green"
        case .late: "yellow"
        case .cantMakeIt: "red"
        case .noResponse: "gray"
        }
    }
}
