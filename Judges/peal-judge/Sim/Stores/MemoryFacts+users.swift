import PealCore
import PealMemory

extension MemoryFacts {
    func users() throws -> [UserFact] {
        rows { app in
            app.userList.map { UserFact(app: app.app, id: $0.id, timeZone: $0.timeZone) }
        }
    }

    func entities() throws -> [EntityFact] {
        rows { app in
            app.entityList.map { entity in
                EntityFact(
                    app: app.app,
                    ref: entity.ref,
                    parent: entity.parent,
                    owner: entity.ownerID,
                    status: entity.status,
                    times: entity.times
                )
            }
        }
    }

    func members() throws -> [MemberFact] {
        rows { app in
            app.memberList.map { member in
                MemberFact(
                    app: app.app,
                    entity: member.entity,
                    user: member.userID,
                    role: member.role,
                    status: member.status
                )
            }
        }
    }

    func devices() throws -> [DeviceFact] {
        rows { app in
            app.deviceList.map { device in
                DeviceFact(
                    app: app.app,
                    id: device.id,
                    user: device.userID,
                    provider: device.provider,
                    tokenHash: device.state == .revoked ? nil : device.tokenHash,
                    state: device.state.rawValue,
                    permission: device.permission.rawValue,
                    timeZone: device.timeZone,
                    lastSeenAt: device.lastSeenAt,
                    invalidSince: device.invalidSince
                )
            }
        }
    }

    func mutes() throws -> [MuteFact] {
        store.contents.all.flatMap { app in
            app.muteList.map { user, mute in
                let (scope, target) = mute.scope.stored
                return MuteFact(
                    userKey: UserKey(app: app.app, user: user),
                    scope: scope,
                    target: target,
                    until: mute.until
                )
            }
        }
    }

    func preferences() throws -> [PreferenceFact] {
        rows { app in
            app.preferences.sorted { $0.key < $1.key }.map { user, choices in
                PreferenceFact(userKey: UserKey(app: app.app, user: user), choices: choices)
            }
        }
    }
}

extension Mute.Scope {
    /// The scope's word and what it names, as they are stored.
    fileprivate var stored: (String, String) {
        switch self {
        case .all: ("all", "")
        case .category(let id): ("category", id.rawValue)
        case .thread(let thread): ("thread", thread)
        }
    }
}
