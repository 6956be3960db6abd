import PealAPNs
import PealCore
import PealExpo
import PealFCM
import PealWebPush

extension Providers {
    /// The push services of the server that is judged.
    static let shipped = Providers([
        APNsProvider.traits, FCMProvider.traits, ExpoProvider.traits, WebPushProvider.traits,
    ])
}
