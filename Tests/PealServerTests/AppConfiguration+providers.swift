import PealAPNs
import PealCore
import PealExpo
import PealFCM
import PealWebPush

@testable import PealServer

/// The settings of each shipped push service by their own type, for tests of what is read.
extension AppConfiguration {
    var apns: APNsSettings? { providers[.apns] as? APNsSettings }
    var fcm: FCMSettings? { providers[.fcm] as? FCMSettings }
    var expo: ExpoSettings? { providers[.expo] as? ExpoSettings }
    var webpush: WebPushSettings? { providers[.webpush] as? WebPushSettings }
}
