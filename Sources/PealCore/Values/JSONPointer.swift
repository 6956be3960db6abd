/// JSON pointers (RFC 6901).
public enum JSONPointer {
    /// A member name as one reference token.
    public static func escape(_ name: String) -> String {
        name.replacing("~", with: "~0").replacing("/", with: "~1")
    }
}
