/// Classes of ASCII characters: names and tokens are compared as bytes, which is much cheaper than characters.
extension UInt8 {
    /// Whether the byte is an ASCII digit.
    @inlinable public var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

    /// Whether the byte is an ASCII letter of either case.
    @inlinable public var isASCIILetter: Bool { (self | 0x20).isASCIILowercase }

    /// Whether the byte is an ASCII letter in lower case.
    @inlinable public var isASCIILowercase: Bool { (0x61...0x7A).contains(self) }

    /// Whether the byte is an ASCII letter or digit.
    @inlinable public var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }
}

extension StringProtocol {
    /// Whether the text is ASCII letters, digits and some other ASCII characters only.
    public func isASCIIAlphanumeric(or others: StaticString) -> Bool {
        others.withUTF8Buffer { others in utf8.allSatisfy { $0.isASCIIAlphanumeric || others.contains($0) } }
    }
}
