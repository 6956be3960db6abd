import PealCore
import PealEngine
import PealWire

extension DeviceChangeBody {
    /// The address that it names.
    var address: NewAddress? { NewAddress(token: token, subscription: subscription) }
}

extension SyncBody {
    /// The same as the use case takes it.
    var report: DeviceReport {
        let activity: DeviceReport.Activity =
            switch state {
            case .launched: .launched
            case .foreground: .foreground
            case .background: .background
            }
        var report = DeviceReport(activity, shown: shown)
        report.address = NewAddress(token: token, subscription: subscription)
        report.permission = permission
        report.capabilities = capabilities
        report.appVersion = appVersion
        report.locale = locale
        report.timeZone = timeZone
        return report
    }
}

extension NewAddress {
    /// One of both; `nil` for neither.
    fileprivate init?(token: String?, subscription: String?) {
        guard let text = token ?? subscription else { return nil }
        self.init(token: text, isSubscription: token == nil)
    }
}

extension DeviceNews {
    /// Identifiers and numbers alone.
    func write(to writer: inout JSONWriter, cursor: String?, ignored: [IgnoredHint]) {
        writer.object { writer in
            writer.member("state", device.state.rawValue)
            writer.object("badge") { writer in
                writer.member("count", counts.badge)
                writer.member("version", counts.badgeVersion)
            }
            writer.member("clear", cleared.map(\.description))
            writer.member("configVersion", catalogVersion)
            writer.member("preferencesVersion", preferencesVersion)
            writer.object("missed") { writer in
                writer.member("count", missed.count)
                writer.member("ids", missed.ids.map(\.description))
                writer.member("cursor", orNull: cursor)
            }
            writer.warnings(ignored)
        }
    }
}
