/// Looks at a web origin as an operator writes it: a browser sends its own in one form only, and another never matches.
package enum WebOrigin {
    /// What is wrong with a text as an origin; `nil` when a browser can send it.
    package static func problem(with text: String) -> String? {
        let example = "write scheme, host and port only, such as https://app.example or http://localhost:3000"
        guard !text.contains("*") else { return "has a wildcard; list each origin" }
        guard let mark = text.firstRange(of: "://") else { return "is not an origin; \(example)" }
        let (scheme, rest) = (text[..<mark.lowerBound], text[mark.upperBound...])
        let parts = rest.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        if rest.hasSuffix("/"), !rest.dropLast().contains("/") { return "ends in a slash; \(example)" }
        guard !rest.contains("/"), !rest.contains("?"), !rest.contains("#"), !rest.contains("@") else {
            return "has more than an origin; \(example)"
        }
        let letters = scheme.utf8.allSatisfy { isSmall($0) || isDigit($0) || "+-.".utf8.contains($0) }
        guard scheme.utf8.first.map(isSmall) == true, letters else { return "has no valid scheme; \(example)" }
        if rest.hasPrefix("["), let end = rest.firstIndex(of: "]") {
            let port = rest[rest.index(after: end)...]
            return port.isEmpty
                ? nil : port.first == ":" ? portProblem(port.dropFirst(), scheme) : "has no valid host; \(example)"
        }
        let isHost = parts.first.map { host in
            !host.isEmpty && host.utf8.allSatisfy { isSmall($0) || isDigit($0) || "-._".utf8.contains($0) }
        }
        guard isHost == true else { return "has no host as browsers send it: lower case, without spaces; \(example)" }
        return parts.count == 1 ? nil : portProblem(parts[1], scheme)
    }

    private static func portProblem(_ port: Substring, _ scheme: Substring) -> String? {
        guard port.utf8.allSatisfy(isDigit), let number = Int(port), (1...65_535).contains(number), port.first != "0"
        else { return "has no valid port" }
        let usual = ["https": 443, "http": 80][String(scheme)]
        return number == usual ? "names the usual port, which browsers leave out; remove `:\(number)`" : nil
    }

    private static func isSmall(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
