public import ServiceLifecycle
import Synchronization

extension StreamHub: Service {
    /// How often tokens, rights and pings are looked at: less than the second in which a right must end.
    private static let beat = Duration.milliseconds(500)
    /// How often it is looked whether all connections have left.
    private static let look = Duration.milliseconds(50)

    /// Runs until graceful shutdown; then ends every connection, so that each is told when to come back.
    public func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.readOn() }
                group.addTask { await self.watch() }
                await group.waitForAll()
            }
        }
        await drain()
    }

    private func readOn() async {
        var failures = 0
        while !Task.isCancelled {
            let version = ports.wakeUp.version()
            do {
                let isMore = try await step()
                failures = 0
                if !isMore { await ports.wakeUp.wait(version) }
            } catch {
                guard !Task.isCancelled else { return }
                failures = min(failures + 1, 6)
                ports.failed(error)
                try? await ports.pause(.milliseconds(100 << failures))
            }
        }
    }

    private func watch() async {
        while !Task.isCancelled {
            do { try await ports.pause(Self.beat) } catch { return }
            await look()
        }
    }

    /// Ends connections whose token has expired or whose user has lost the right to be connected, and sends pings that are due.
    package func look() async {
        let (now, uptime) = (ports.now(), ports.uptime())
        let (expired, pings) = registry.withLock { ($0.expired(at: now), $0.duePings(at: uptime)) }
        for mailbox in expired { mailbox.end(.expired) }
        for mailbox in pings { mailbox.wake { $0.isPingDue = true } }
        let checks = toCheck.withLock { toCheck in
            defer { toCheck = [] }
            return toCheck
        }
        for check in checks { await review(check) }
    }

    private func review(_ check: StreamCheck) async {
        do {
            for (client, mailbox) in registry.withLock({ $0.connections(check) })
            where try await !ports.isAllowed(client) {
                mailbox.end(.revoked)
            }
        } catch {
            // Checked again with the next beat.
            _ = toCheck.withLock { $0.insert(check) }
            ports.failed(error)
        }
    }

    /// Opens no connection any more, ends those that are open and waits until they have left.
    package func drain() async {
        let (open, patience) = registry.withLock { registry in
            registry.isStopping = true
            return (registry.connections.values.map(\.mailbox), registry.limits.drain)
        }
        for mailbox in open { mailbox.end(.restart) }
        var waited = Duration.zero
        while count > 0, waited < patience {
            do { try await ports.pause(Self.look) } catch { return }
            waited += Self.look
        }
    }
}
