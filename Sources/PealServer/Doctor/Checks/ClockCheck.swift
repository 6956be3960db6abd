import PealCore

/// Looks at the clock, which every due time, token and lease hangs on, and at the zones of the catalogs.
struct ClockCheck {
    let now: Timestamp
    var zones = ZoneLibrary()
    /// No version of Peal is older.
    private static let earliest = Timestamp(seconds: 1_767_225_600)
    /// By then something else is wrong.
    private static let latest = Timestamp(seconds: 4_102_444_800)

    func run(_ catalogs: [Catalog]) -> [DoctorLine] {
        var lines: [DoctorLine] = []
        if now < Self.earliest || now > Self.latest {
            lines.append(
                .fail("clock", "the system's clock says \(now.rfc3339): set it, and let it be kept (systemd-timesyncd)")
            )
        } else {
            lines.append(.ok("clock", "the system's clock says \(now.rfc3339)"))
        }
        for catalog in catalogs where zones.zone(catalog.timeZone) == nil {
            lines.append(
                .fail(
                    "zones",
                    "app \(catalog.app): no rules of the zone \(catalog.timeZone); install tzdata, or mend `timeZone`"
                )
            )
        }
        return lines
    }
}
