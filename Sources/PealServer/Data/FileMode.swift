import Foundation

/// Reads who may do what with a file.
package enum FileMode {
    /// The permission bits; `nil` when there is no such file.
    package static func of(_ path: String) -> Int? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.posixPermissions].flatMap {
            ($0 as? NSNumber)?.intValue
        }
    }
}
