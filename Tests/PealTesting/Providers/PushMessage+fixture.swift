public import PealCore
public import PealProviderKit

extension PushMessage {
    /// A message with everything in it; a test changes what it is about.
    public static func fixture(
        token: String = "token-0123456789-0123456789-0123456789",
        platform: Platform = .android,
        title: String = "Ride",
        body: String = "Your driver is here",
        collapseKey: String? = nil,
        priority: Priority = .high,
        timeToLive: Duration = .seconds(3600),
        sound: String? = "default",
        vibration: String? = nil,
        bypassesDoNotDisturb: Bool = false,
        badge: Int? = 3,
        payload: PushPayload = .fixture(),
        urgency: UrgencyPolicy = .asPriority,
        webLink: String? = nil,
        isDrawnByClient: Bool = false,
        appearance: PushAppearance = PushAppearance()
    ) -> PushMessage {
        var message = PushMessage(
            token: token,
            platform: platform,
            title: title,
            body: body,
            identityTag: payload.id,
            priority: priority,
            timeToLive: timeToLive,
            payload: payload
        )
        message.collapseKey = collapseKey
        message.sound = sound
        message.vibration = vibration
        message.androidChannel = "rides"
        message.iosCategory = "ride"
        message.bypassesDoNotDisturb = bypassesDoNotDisturb
        message.group = payload.group
        message.badge = badge
        message.urgency = urgency
        message.webLink = webLink
        message.isDrawnByClient = isDrawnByClient
        message.appearance = appearance
        return message
    }
}

extension PushPayload {
    /// A payload with everything in it; a test changes what it is about.
    public static func fixture(
        op: String = "show",
        id: String = "ntf_1",
        type: String = "ride-picked-up",
        badge: Int? = 3,
        badgeVersion: Int? = 7,
        image: String? = nil,
        actions: [Action] = []
    ) -> PushPayload {
        var payload = PushPayload(
            op: op,
            id: id,
            type: type,
            category: "rides",
            link: "peal://rides/r1",
            sentAt: "2026-11-20T18:00:00Z"
        )
        payload.priority = "high"
        payload.entity = "ride/r1"
        payload.parent = "event/e1"
        payload.root = "group/g1"
        payload.thread = "ride/r1"
        payload.group = "ride/r1"
        payload.badge = badge
        payload.badgeVersion = badgeVersion
        payload.image = image
        payload.actions = actions
        return payload
    }
}
