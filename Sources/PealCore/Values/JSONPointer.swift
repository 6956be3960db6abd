/// JSON pointers (RFC 6901).
public enum JSONPointer {
    /// A member name as one reference token.
    public static func escape(_ name: String) -> String {
        // Nearly no name needs it, and this runs for every member of every request.
        guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return name }
        return name.replacing("~", with: "~0").replacing("/", with: "~1")
    }
}
