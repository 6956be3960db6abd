import HTTPTypes
import Logging
import NIOCore
import Synchronization
import Testing

@testable import PealHTTP

@Suite("Failed authentications")
struct CredentialFailureTests {
    /// Keeps what is logged.
    private final class Lines: Sendable {
        let all = Mutex<[String]>([])

        var logger: Logger { Logger(label: "test") { _ in Handler(lines: self) } }

        private struct Handler: LogHandler {
            let lines: Lines
            var metadata: Logger.Metadata = [:]
            var logLevel = Logger.Level.trace

            subscript(metadataKey key: String) -> Logger.Metadata.Value? {
                get { metadata[key] }
                set { metadata[key] = newValue }
            }

            func log(event: LogEvent) {
                let metadata = event.metadata ?? [:]
                let reasons = metadata["reasons"].map { "\($0)" } ?? ""
                let address = metadata["latestAddress"].map { "\($0)" } ?? ""
                lines.all.withLock { $0.append("\(event.level) \(event.message): \(reasons) from \(address)") }
            }
        }
    }

    private static let address = ClientAddress(
        peer: try? SocketAddress(ipAddress: "203.0.113.7", port: 1),
        authority: nil,
        headers: [:],
        proxies: []
    )

    @Test("are counted by reason, and told in one line a minute that covers all since the last")
    func lines() {
        let clock = Mutex(Duration.zero)
        let lines = Lines()
        let failures = CredentialFailures(uptime: { clock.withLock { $0 } }, logger: lines.logger)
        for second in 0..<180 {
            clock.withLock { $0 = .seconds(second) }
            for _ in 0..<10 { failures.note(.unknownKey, from: Self.address) }
            failures.note(.expired, from: Self.address)
        }
        #expect(
            lines.all.withLock { $0 } == [
                "warning authentication failed: unknown-key 1 from 203.0.113.7",
                "warning authentication failed: expired 60, unknown-key 600 from 203.0.113.7",
                "warning authentication failed: expired 60, unknown-key 600 from 203.0.113.7",
            ]
        )
        let counts = Dictionary(uniqueKeysWithValues: failures.counts.map { ($0.reason, $0.count) })
        #expect(counts["unknown-key"] == 1_800)
        #expect(counts["expired"] == 180)
        #expect(counts["missing"] == 0)
        #expect(counts.count == CredentialFault.allCases.count)
    }
}
