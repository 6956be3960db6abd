/// What a user may be called: 1 to 200 bytes, no control characters, and not `me`, which is whoever calls.
enum UserName {
    static let caller = "me"

    static func isValid(_ text: String) -> Bool {
        text != caller && !text.isEmpty && text.utf8.count <= 200
            && !text.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
    }
}
