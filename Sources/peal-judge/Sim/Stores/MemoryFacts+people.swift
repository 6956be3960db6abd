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
                    timeZone: device.timeZone,
                    lastSeenAt: device.lastSeenAt,
                    invalidSince: device.invalidSince
                )
            }
        }
    }

    func preferences() throws -> [PreferenceFact] {
        rows { app in
            app.preferences.sorted { $0.key < $1.key }.map { user, choices in
                PreferenceFact(person: Person(app: app.app, user: user), choices: choices)
            }
        }
    }
}
