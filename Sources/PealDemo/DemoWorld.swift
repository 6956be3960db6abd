import PealCore
import PealEngine
import PealServer
import PealStore

/// Everything the demo starts with: five apps with users, phones, and what may happen to them.
struct DemoWorld: Sendable {
    /// The apps in the order of the page.
    var apps: [DemoApp]

    /// The world as it is put at the start.
    ///
    /// Kept as long as the demo runs: where users are depends on when it began, so that for one of them it is night.
    /// - Parameter now: the demo's clock at the start.
    /// - Returns: the world of the files in this build.
    /// - Throws: ``ServerError`` for a file that cannot be read.
    static func make(now: Timestamp) throws(ServerError) -> DemoWorld {
        var apps: [DemoApp] = []
        for name in names {
            let file = "demo/\(name).yaml"
            let text = String(decoding: EmbeddedAssets.bytes(at: file) ?? [], as: UTF8.self)
            apps.append(try DemoWorldFile.read(text, file: file).located(at: now))
        }
        return DemoWorld(apps: apps)
    }

    /// The files, in the order of the page.
    private static let names = ["gss", "match", "nhs", "reports", "dsober"]

    /// The world of the apps that are served.
    func limited(to served: [AppID]) -> DemoWorld {
        DemoWorld(apps: apps.filter { served.contains($0.id) })
    }

    /// The phones users start with, in the order of the page.
    var phonePlans: [DemoPhonePlan] {
        apps.flatMap { app in
            app.users.flatMap { user in
                user.phones.compactMap { phone in
                    app.pushServices[phone.platform].map { provider in
                        DemoPhonePlan(
                            app: app.id,
                            user: user.id,
                            provider: provider,
                            platform: phone.platform,
                            permission: phone.permission,
                            capabilities: phone.capabilities
                        )
                    }
                }
            }
        }
    }

    /// Puts users, entities and members; again, it puts the same.
    func seed(into engine: Engine, now: Timestamp) async throws {
        let store = engine.ports.store
        for app in apps {
            for user in app.users { _ = try await engine.users.put(user.id, user.details, app: app.id) }
            for thing in app.entities {
                _ = try await store.apply([ChangeGroup(app: app.id, [.putEntity(thing.entity(at: now))])])
                let members = thing.memberships(at: now)
                guard let ref = members.first?.entity else { continue }
                _ = try await engine.entities.putMembers(members, of: ref, app: app.id)
            }
        }
    }

    /// What `GET /demo/scenario` answers.
    /// - Parameters:
    ///   - run: tells this run of the demo from others.
    ///   - now: the demo's clock; the times in the triggers are near to it.
    ///   - stored: the times of an entity in the store.
    ///   - phones: the phones a user has at this moment.
    /// - Returns: the JSON the page reads.
    /// - Throws: what `stored` and `phones` throw.
    func scenario(
        run: String,
        now: Timestamp,
        stored: (AppID, EntityRef) async throws -> [String: Timestamp],
        phones: (AppID, UserID) async throws -> [DemoPhoneState]
    ) async throws -> JSONValue {
        var described: [JSONValue] = []
        for app in apps {
            var known: [EntityRef: [String: Timestamp]] = [:]
            for thing in app.entities where !thing.times.isEmpty {
                known[thing.ref] = try await stored(app.id, thing.ref)
            }
            let moment = app.moment(at: now) { known[$0] ?? [:] }
            var byUser: [UserID: [DemoPhoneState]] = [:]
            for user in app.users { byUser[user.id] = try await phones(app.id, user.id) }
            described.append(app.json(at: moment, phones: byUser))
        }
        return .object(["run": .string(run), "apps": .array(described)])
    }
}
