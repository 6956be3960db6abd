import PealAPNs
package import PealCore
import PealExpo
import PealFCM
import PealWebPush

extension Providers {
    /// The push services of the server under test.
    package static let shipped = Providers([
        APNsProvider.traits, FCMProvider.traits, ExpoProvider.traits, WebPushProvider.traits,
    ])
}
