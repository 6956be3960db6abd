import PealCore
import PealEngine
import PealRealtime

/// The board of an event as messages to one host (R195, R205).
///
/// The host's rights are looked at with each reading: from the moment they end, nothing of the board is sent.
struct EtaReader: ChannelReader {
    private let services: LiveServices
    private let app: AppID
    private let user: UserID
    private let event: String
    private(set) var isEnded = false
    /// Says that the host has the board open, for as long as the connection follows it.
    private let view: LiveView

    init(services: LiveServices, app: AppID, user: UserID, event: String) {
        self.services = services
        self.app = app
        self.user = user
        self.event = event
        view = services.boardViews.open(user, app: app)
        view.show(event)
    }

    var topic: StreamTopic { StreamTopic(app: app, channel: .eta(event), user: nil) }

    func sink(over _: LiveLink) -> (any StreamSink)? { nil }

    /// The whole board: the last message may have been lost with the connection.
    mutating func opening() async throws -> [ChannelMessage] { [try await message(only: nil, cursor: nil)] }

    mutating func messages(about events: [LoggedEvent]) async throws -> [ChannelMessage] {
        guard !isEnded else { return [] }
        // A change of the event itself may move or clear every row.
        let isWhole = events.contains { $0.event.kind == .entityChanged }
        let users = isWhole ? nil : Set(events.compactMap(\.event.user))
        return [try await message(only: users, cursor: events.last?.next)]
    }

    private mutating func message(only users: Set<UserID>?, cursor: EventCursor?) async throws -> ChannelMessage {
        guard let view = try await board() else {
            isEnded = true
            return ChannelMessage(kind: .resync, cursor: cursor, data: Array("{}".utf8))
        }
        let data = JSONWriter.bytes { view.write(to: &$0, only: users) }
        return ChannelMessage(kind: .etaChanged, cursor: cursor, data: data)
    }

    /// The board; `nil` when it is not the user's to see any more.
    private func board() async throws -> EtaBoardView? {
        do { return try await services.boards.board(of: event, app: app, viewer: user) } catch is EtaOff { return nil }
    }
}
