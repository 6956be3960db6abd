import Foundation
import GRDB
import PealCore
import PealSQL

/// Where the tables that are counted have the columns that a count depends on.
struct CountedTables {
    private let notification: NotificationColumns
    private let delivery: DeliveryColumns
    private let channelDelivery: DeliveryColumns
    private let device: DeviceColumns

    /// Looks the columns up in a database of this version.
    init(of database: Database) throws {
        notification = try NotificationColumns(of: database)
        delivery = try DeliveryColumns(of: "delivery", queue: "provider", database)
        channelDelivery = try DeliveryColumns(of: "channel_delivery", queue: "channel", database)
        device = try DeviceColumns(of: database)
    }

    /// Counts what a change of a row in one of the tables changes.
    func count(_ row: ChangedRow, in table: Table, _ changes: inout CountChanges) {
        switch table {
        case .notification: notification.count(row, &changes)
        case .delivery: delivery.count(row, &changes)
        case .channelDelivery: channelDelivery.count(row, &changes)
        case .device: device.count(row, &changes)
        }
    }

    /// A table whose rows are counted.
    enum Table {
        case notification, delivery, channelDelivery, device

        /// The table of a name; most rows are of others, which the first letter tells.
        init?(_ name: UnsafePointer<CChar>) {
            switch UInt8(bitPattern: name.pointee) {
            case UInt8(ascii: "n") where strcmp(name, "notification") == 0: self = .notification
            case UInt8(ascii: "d") where strcmp(name, "delivery") == 0: self = .delivery
            case UInt8(ascii: "d") where strcmp(name, "device") == 0: self = .device
            case UInt8(ascii: "c") where strcmp(name, "channel_delivery") == 0: self = .channelDelivery
            default: return nil
            }
        }
    }

    /// The number of a column, as SQLite counts them.
    fileprivate static func number(of column: String, in table: String, _ db: Database) throws -> Int32 {
        let sql = "SELECT cid FROM pragma_table_info(?) WHERE name = ?"
        guard let number = try Int32.fetchOne(db, sql: sql, arguments: [table, column]) else {
            throw StoreError(.corrupt, "the table \(table) has no column \(column)")
        }
        return number
    }
}

private struct NotificationColumns {
    private let app, id, trigger, push, pushReason, inAppReason: Int32

    init(of database: Database) throws {
        func number(_ column: String) throws -> Int32 {
            try CountedTables.number(of: column, in: "notification", database)
        }
        app = try number("app")
        id = try number("id")
        trigger = try number("trigger_id")
        push = try number("push")
        pushReason = try number("push_reason")
        inAppReason = try number("in_app_reason")
    }

    func count(_ row: ChangedRow, _ changes: inout CountChanges) {
        let (old, new) = (decision(row.old), decision(row.new))
        guard row.hasOld == (old != nil), row.hasNew == (new != nil) else { return changes.noteUnreadable() }
        if old == new { return }
        guard let app = (row.new(app) ?? row.old(app))?.int64,
            let id = (row.new(id) ?? row.old(id))?.id, let trigger = (row.new(trigger) ?? row.old(trigger))?.id
        else { return changes.noteUnreadable() }
        let key = CountChanges.RowKey(app: app, id: trigger)
        changes.note(CountChanges.RowKey(app: app, id: id), isOf: trigger)
        if let old { changes.count(-1, old, of: key) }
        if let new { changes.count(1, new, of: key) }
    }

    private func decision(_ value: (Int32) -> ChangedRow.ColumnValue?) -> CountChanges.Decision? {
        guard let push = value(push)?.text else { return nil }
        return CountChanges.Decision(
            push: push,
            pushReason: value(pushReason)?.text ?? "",
            inAppReason: value(inAppReason)?.text ?? ""
        )
    }
}

private struct DeliveryColumns {
    private let app, notification, queue, state: Int32

    init(of table: String, queue: String, _ database: Database) throws {
        func number(_ column: String) throws -> Int32 { try CountedTables.number(of: column, in: table, database) }
        app = try number("app")
        notification = try number("notification_id")
        self.queue = try number(queue)
        state = try number("state")
    }

    func count(_ row: ChangedRow, _ changes: inout CountChanges) {
        let (old, new) = (state(row.old(state)), state(row.new(state)))
        guard row.hasOld == (old != nil), row.hasNew == (new != nil) else { return changes.noteUnreadable() }
        // A lease changes no count.
        if old == new || old?.isOpen == true && new?.isOpen == true { return }
        guard let app = (row.new(app) ?? row.old(app))?.int64,
            let notification = (row.new(notification) ?? row.old(notification))?.id,
            let queue = (row.new(queue) ?? row.old(queue))?.text
        else { return changes.noteUnreadable() }
        let notificationKey = CountChanges.RowKey(app: app, id: notification)
        let queueKey = CountChanges.Queue(app: app, name: queue)
        if let old { changes.count(-1, old, of: notificationKey, in: queueKey) }
        if let new { changes.count(1, new, of: notificationKey, in: queueKey) }
    }

    /// The words of the column begin with different letters, so that no string is made for each row.
    private func state(_ value: ChangedRow.ColumnValue?) -> DeliveryState? {
        guard let letter = value?.letter, letter < Self.states.count else { return nil }
        return Self.states[Int(letter)]
    }

    /// By the letter that their words begin with.
    private static let states: [DeliveryState?] = DeliveryState.allCases.reduce(
        into: Array(repeating: nil, count: 128)
    ) { states, state in
        if let letter = state.rawValue.utf8.first { states[Int(letter)] = state }
    }
}

private struct DeviceColumns {
    private let app, provider, state: Int32

    init(of database: Database) throws {
        func number(_ column: String) throws -> Int32 {
            try CountedTables.number(of: column, in: "device", database)
        }
        app = try number("app")
        provider = try number("provider")
        state = try number("state")
    }

    func count(_ row: ChangedRow, _ changes: inout CountChanges) {
        let (old, new) = (group(row.old), group(row.new))
        guard row.hasOld == (old != nil), row.hasNew == (new != nil) else { return changes.noteUnreadable() }
        if old == new { return }
        if let old { changes.count(-1, old) }
        if let new { changes.count(1, new) }
    }

    private func group(_ value: (Int32) -> ChangedRow.ColumnValue?) -> CountChanges.DeviceGroup? {
        guard let app = value(app)?.int64, let provider = value(provider)?.text, let state = value(state)?.text else {
            return nil
        }
        return CountChanges.DeviceGroup(app: app, provider: provider, state: state)
    }
}
