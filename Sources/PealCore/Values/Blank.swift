extension StringProtocol {
    /// Whether it shows nothing: it has only white space, and characters that have no width (R109).
    public var isBlank: Bool {
        unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint }
    }
}

extension String {
    /// The same text with the line ends of Unix: clients on Windows send CRLF, old ones CR.
    public var withUnixLineEnds: String {
        guard utf8.contains(0x0D) else { return self }
        var scalars = String.UnicodeScalarView()
        var isAfterReturn = false
        for scalar in unicodeScalars {
            if scalar == "\r" {
                scalars.append("\n")
            } else if scalar != "\n" || !isAfterReturn {
                scalars.append(scalar)
            }
            isAfterReturn = scalar == "\r"
        }
        return String(scalars)
    }
}
