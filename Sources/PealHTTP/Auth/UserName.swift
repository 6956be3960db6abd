import PealCore
import PealWire

/// What a user may be called: 1 to 200 bytes, no control characters.
///
/// Not `me`, which is whoever calls, nor `bulk` or `eta`, which are paths, nor `.` or `..`, which no URL carries.
enum UserName {
    static let caller = "me"

    static func isValid(_ text: String) -> Bool {
        !APIRoutes.reservedUserNames.contains(text) && !DotSegment.isOne(text) && !text.isEmpty
            && text.utf8.count <= 200
            && !text.unicodeScalars.contains { scalar in
                // The rule of names in bodies, so that whoever has a name can be named in a trigger.
                scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || (0x2028...0x2029).contains(scalar.value)
            }
    }

    /// The name in a path, for a call that writes it.
    /// - Throws: ``Problem`` `invalid` for what no user may be called.
    static func checked(_ text: String, at pointer: String = "path:userId") throws(Problem) -> String {
        guard isValid(text) else {
            throw Problem.invalid(
                "a user id has 1 to 200 bytes without control characters and is not \"me\", \"bulk\", \"eta\", \".\" or \"..\"",
                at: pointer
            )
        }
        return text
    }
}
