import PealCore
import PealServer

/// Checks the clock, which every due time, token and lease depends on, and the time zones of the catalogs.
struct ClockCheck {
    let now: Timestamp
    var zones = ZoneRegistry()
    func run(_ catalogs: [Catalog]) -> [DoctorFinding] {
        var lines: [DoctorFinding] = []
        if !ClockState.plausible.contains(now) {
            lines.append(
                .fail(
                    .clock,
                    "the system clock is wrong (\(Zone.terminal.text(of: now))); set it, and keep it synchronised "
                        + "(systemd-timesyncd)"
                )
            )
        } else {
            lines.append(.ok(.clock, "the system clock is plausible (\(Zone.terminal.text(of: now)))"))
        }
        for catalog in catalogs where zones.zone(catalog.timeZone) == nil {
            lines.append(
                .fail(
                    .zones,
                    "app \(catalog.app): unknown time zone `\(catalog.timeZone)`; install tzdata, or fix `timeZone`"
                )
            )
        }
        return lines
    }
}
