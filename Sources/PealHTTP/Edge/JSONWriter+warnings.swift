import PealCore

extension JSONWriter {
    /// Names the hints that a call was taken without, where there are any.
    mutating func warnings(_ ignored: [IgnoredHint]) {
        guard !ignored.isEmpty else { return }
        array("warnings", ignored) { writer, hint in
            writer.object { writer in
                writer.member("code", hint.code.rawValue)
                writer.member("field", hint.field)
            }
        }
    }
}
