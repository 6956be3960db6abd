import PealCore

/// Devices and users that lost their pushes, each with the number of the claim that had begun last.
struct RevocationNotes {
    private struct User: Hashable {
        var app: AppID
        var id: UserID
    }

    private var devices: [DeviceID: Int] = [:]
    private var users: [User: Int] = [:]
    /// When there were too many notes to keep: everything that was claimed until then counts as revoked.
    private var everything: Int?

    /// How many notes are kept.
    ///
    /// A hand-over follows its claim within milliseconds; so many calls do not fit in between.
    static let limit = 10_000

    var isEmpty: Bool { everything == nil && devices.isEmpty && users.isEmpty }

    /// Whether a push that was leased by a claim may have lost its device or its user since.
    func name(_ device: DeviceID, of user: UserID, app: AppID, claimedBy claim: Int) -> Bool {
        let last = [everything, devices[device], users[User(app: app, id: user)]].compactMap(\.self).max()
        return last.map { claim <= $0 } ?? false
    }

    mutating func add(_ device: DeviceID, after claim: Int) {
        devices[device] = claim
        bound(claim)
    }

    mutating func add(_ user: UserID, of app: AppID, after claim: Int) {
        users[User(app: app, id: user)] = claim
        bound(claim)
    }

    /// Forgets what concerns no claim any more.
    /// - Parameter claim: the oldest claim that has not handed over everything; `nil` when there is none.
    mutating func keep(since claim: Int?) {
        guard let claim else {
            self = RevocationNotes()
            return
        }
        devices = devices.filter { $0.value >= claim }
        users = users.filter { $0.value >= claim }
        if let last = everything, last < claim { everything = nil }
    }

    private mutating func bound(_ claim: Int) {
        guard devices.count + users.count > Self.limit else { return }
        self = RevocationNotes()
        everything = claim
    }
}
