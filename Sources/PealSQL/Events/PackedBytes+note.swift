import PealCore

extension PackedBytes {
    /// Appends a note: its name, its time and its details by name.
    mutating func append(_ note: AuditNote) {
        append(text: note.name)
        append(at: note.at)
        append(number: note.details.count)
        for (name, value) in note.details.sorted(by: { $0.key < $1.key }) {
            append(text: name)
            append(text: value)
        }
    }
}

extension PackedReader {
    /// Reads a note.
    mutating func note() throws -> AuditNote {
        var note = AuditNote(try text(), at: try instant())
        for _ in 0..<(try number()) {
            let name = try text()
            note.details[name] = try text()
        }
        return note
    }
}
