/// What a participant says of the arrival (S0.Model-ETA).
///
/// The raw values are those of the contract, and are stored.
public enum EtaStatus: String, Sendable, Codable, CaseIterable {
    case onTime = "on-time"
    case runningLate = "running-late"
    case cantMakeIt = "cant-make-it"

    /// Its key under `confirmations` in the catalog.
    public var key: String {
        switch self {
        case .onTime: "onTime"
        case .runningLate: "runningLate"
        case .cantMakeIt: "cantMakeIt"
        }
    }
}
