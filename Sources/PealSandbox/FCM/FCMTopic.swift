import PealCore

/// What names of topics may look like.
enum FCMTopic {
    static func isValid(_ text: some StringProtocol) -> Bool {
        (1...900).contains(text.utf8.count) && text.utf8.allSatisfy(allows)
    }

    /// The characters of topics and of analytics labels.
    static func allows(_ byte: UInt8) -> Bool {
        PercentCoding.isUnreserved(byte) || byte == UInt8(ascii: "%")
    }
}
