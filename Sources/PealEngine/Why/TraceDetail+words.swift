import PealCore

extension Trace.Detail {
    /// The detail as a part of a sentence.
    var words: String {
        switch self {
        case .typeRemoved: "removed"
        case .actor(let kind): kind.rawValue
        case .audience(let kind): kind.rawValue
        case .roles(let roles): roles.joined(separator: ", ")
        case .inAppOff: "inApp off"
        case .channels(let channels): channels.map(\.rawValue).joined(separator: ", ")
        case .mute(.all): "all"
        case .mute(.category(let id)): "category \(id)"
        case .mute(.thread(let id)): "thread \(id)"
        case .devices(let count), .notifications(let count): "\(count)"
        case .unservedDevices(let count): "no provider serves their \(count)"
        case .capability(let name): name
        case .userActive: "active"
        case .viewing(let thread): thread
        case .quietHours(let window, let zone): "\(window.start)–\(window.end) \(zone)"
        case .push(let number, let limit): "\(number) of \(limit)"
        case .limit(let count, let length): "\(count) in \(length.text)"
        case .individual: "individual"
        case .senderLimit: "limit"
        case .digestKey(let key): key
        case .firstOfDigest: "first"
        case .alert: "alert"
        case .unconfirmed: "unconfirmed"
        case .revoked(let cause): cause.words
        case .channel(let channel): channel.rawValue
        }
    }
}

extension FiringReason {
    /// What happened to the entity of a firing that was withdrawn.
    var words: String {
        switch self {
        case .entityDeleted: "was deleted"
        case .moved: "was moved to another time"
        case .noTime: "no longer has the time"
        case .ended: "has ended"
        case .status, .noSchedule, .tooLate, .limitReached, .duplicate, .alreadySent, .invalid:
            "has a status that no longer requires it"
        }
    }
}
