import PealCore

/// Reads how long rows are kept.
enum RetentionSection {
    private static let clocks = ["inbox", "deliveryLog", "audit"]

    static func read(_ field: Field?) -> Retention {
        var retention = Retention.standard
        guard let members = field?.mapping(clocks + ["atLeast"]) else { return retention }
        if let value = members["inbox"]?.duration() { retention.inbox = value }
        if let value = members["deliveryLog"]?.duration() { retention.deliveryLog = value }
        if let value = members["audit"]?.duration() { retention.audit = value }
        for (key, item) in members["atLeast"]?.mapping(clocks)?.all ?? [] where clocks.contains(key) {
            retention.atLeast[key] = item.duration()
        }
        return retention
    }
}
