import Foundation
package import GRDB
package import PealSQL

/// Statements of tests that the library runs name identifiers, too.
extension StoredID: DatabaseValueConvertible {
    package var databaseValue: DatabaseValue { withBytes { Data($0).databaseValue } }

    package static func fromDatabaseValue(_ value: DatabaseValue) -> StoredID? {
        Data.fromDatabaseValue(value).flatMap { data in data.withUnsafeBytes { StoredID($0) } }
    }
}
