import PealAPNs
import PealCore
import PealExpo
import PealFCM
import PealWebPush

/// What each push service's addresses look like, for an app that has no client of it (R007).
enum TokenForms {
    static func problem(with token: String, of provider: ProviderID) -> String? {
        switch provider {
        case .apns: APNsProvider.problem(withToken: token)
        case .fcm: FCMProvider.problem(withToken: token)
        case .expo: ExpoProvider.problem(withToken: token)
        case .webpush: WebPushSubscription.problem(withToken: token)
        default: nil
        }
    }
}
