import Foundation
import PealCore
import PealServer

extension Zone {
    /// The time zone of the terminal, by `TZ` or the system; UTC where it has no name that is known.
    static let terminal = ZoneRegistry().zone(TimeZone.current.identifier) ?? .utc
}
