/// The names `.` and `..`, which no URL carries: clients and proxies remove them from a path, escaped or not (RFC 3986, 5.2.4).
public enum DotSegment {
    /// Whether a name is one of them, or becomes one once its percent escapes are decoded.
    public static func isOne(_ name: String) -> Bool {
        // Both of them escaped have six bytes.
        guard name.utf8.count <= 6, name.utf8.allSatisfy({ ".%2eE".utf8.contains($0) }) else { return false }
        let plain = PercentCoding.decode(name) ?? name
        return plain == "." || plain == ".."
    }
}
