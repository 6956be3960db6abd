public import PealCore

/// The body of `POST /sandbox/tokens`.
public struct SandboxTokenBody: RequestBody, Sendable {
    /// The app.
    public var app: AppID
    /// The user.
    public var user: UserID
    /// Further roles of the user, when given.
    public var roles: [String]?
    /// How long the token holds.
    public var expiresIn: Duration

    /// The longest life of a token in a sandbox, whose clock may jump by years.
    public static let longestLife = Duration.seconds(20 * 366 * 86_400)

    /// How it is read.
    public static var shape: Shape<SandboxTokenBody> {
        .object { object in
            let app = object.required("app", Shape<AppID>.key(bytes: 100))
            let user = object.required("user", .user)
            let roles = object.optional("roles", .array(.identifier(bytes: 100), atMost: 50))
            let expiresIn = object.optional("expiresIn", .duration(atMost: longestLife))
            guard let app, let user else { return nil }
            return SandboxTokenBody(app: app, user: user, roles: roles, expiresIn: expiresIn ?? longestLife)
        }
    }
}

/// The body of `POST /sandbox/phones`.
public struct SandboxPhoneBody: RequestBody, Sendable {
    /// The app.
    public var app: AppID
    /// Whose phone it is.
    public var user: UserID
    /// The push service.
    public var provider: ProviderID
    /// The operating system.
    public var platform: Platform
    /// What the user allows it to show.
    public var permission: PushPermission
    /// Capabilities and what is allowed of them.
    public var capabilities: [String: String]

    /// How it is read.
    public static var shape: Shape<SandboxPhoneBody> {
        .object { object in
            let app = object.required("app", Shape<AppID>.key(bytes: 100))
            let user = object.required("user", .user)
            let provider = object.required("provider", .provider)
            let platform = object.required("platform", Shape<Platform>.word())
            let permission = object.optional("permission", Shape<PushPermission>.word()) ?? .granted
            let capabilities = object.optional("capabilities", .capabilities) ?? [:]
            guard let app, let user, let provider, let platform else { return nil }
            return SandboxPhoneBody(
                app: app,
                user: user,
                provider: provider,
                platform: platform,
                permission: permission,
                capabilities: capabilities
            )
        }
    }
}

/// The body of `POST /sandbox/phones/{phoneId}/tap`.
public struct SandboxTapBody: RequestBody, Sendable {
    /// The notification on the screen.
    public var notification: String
    /// The button; the notification itself when absent.
    public var action: String?

    /// How it is read.
    public static var shape: Shape<SandboxTapBody> {
        .object { object in
            let notification = object.required("notification", .identifier)
            let action = object.optional("action", .identifier)
            return notification.map { SandboxTapBody(notification: $0, action: action) }
        }
    }
}

/// The body of `POST /sandbox/clock`: one of both.
public enum SandboxClockBody: RequestBody, Sendable {
    /// Steps forward through every due instant.
    case advance(Duration)
    /// Steps forward to an instant.
    case set(Timestamp)

    /// How it is read.
    public static var shape: Shape<SandboxClockBody> {
        .object { object in
            let advance = object.optional("advance", .duration(atMost: .seconds(400 * 86_400)))
            let set = object.optional("set", .timestamp)
            guard object.has("advance") != object.has("set") else {
                object.report("must have exactly one of advance, set")
                return nil
            }
            return advance.map(SandboxClockBody.advance) ?? set.map(SandboxClockBody.set)
        }
    }
}

/// The body of `POST /sandbox/settle`.
public struct SandboxSettleBody: RequestBody, Sendable {
    /// How long to wait at most, in real time.
    public var timeout: Duration

    /// How it is read.
    public static var shape: Shape<SandboxSettleBody> {
        .object { object in
            let milliseconds = object.optional("timeoutMs", .integer(in: 1...120_000)) ?? 30_000
            return SandboxSettleBody(timeout: .milliseconds(milliseconds))
        }
    }
}

extension Shape where Value == [String: String] {
    /// Capabilities by name, each `granted`, `denied` or `not-determined`: a developer's typing error is a problem.
    fileprivate static var capabilities: Shape {
        let words = [PushPermission.granted, .denied, .notDetermined].map(\.rawValue)
        return Shape.map(
            Shape<String> { json, path in
                guard let text = json.string, words.contains(text) else {
                    path.report("must be one of \"granted\", \"denied\", \"not-determined\"")
                    return nil
                }
                return text
            },
            atMost: 20,
            nameBytes: 50
        )
    }
}
