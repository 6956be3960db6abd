import Logging
import PealCore
import PealEngine
import PealRealtime

extension StreamHub {
    /// The hub over an engine's event log.
    convenience init(engine: Engine, settings: APISettings) {
        let (ports, users, boards) = (engine.ports, engine.users, engine.etaBoards)
        let (streams, logger) = (ports.work.streams, ports.logger)
        let cursors = LiveCursors(codec: CursorCodec(keyring: ports.keyring))
        let rounds = InboxRounds(inbox: engine.inbox, cursors: cursors)
        self.init(
            ports: StreamPorts(
                events: ports.store,
                now: { ports.clock.now },
                uptime: settings.uptime,
                pause: settings.wait,
                wakeUp: StreamWakeUp(
                    version: { streams.version },
                    wait: { await streams.wait(after: $0) },
                    fire: { streams.fire() }
                ),
                isAllowed: { client in
                    try await users.admit(client.user, app: client.app, tokenIssuedAt: client.issuedAt) == .admitted
                },
                news: { try await rounds.news(of: $0) },
                failed: { logger.error("the event log cannot be read for live connections", because: $0) }
            ),
            sources: [.inbox, .eta { boards.isOn($0) }],
            limits: settings.limits.streams
        )
    }
}
