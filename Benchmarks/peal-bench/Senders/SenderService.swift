import ArgumentParser

/// The push services whose senders are measured.
enum SenderService: String, CaseIterable, ExpressibleByArgument {
    case apns
    case fcm
    case expo
    case webpush

    var title: String {
        switch self {
        case .apns: "APNs"
        case .fcm: "FCM"
        case .expo: "Expo"
        case .webpush: "Web Push"
        }
    }
}
