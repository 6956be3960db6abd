extension JSONWriter {
    /// Writes a string member; nothing when there is none.
    public mutating func member(_ name: String, _ value: String?) {
        guard let value else { return }
        self.name(name)
        string(value)
    }

    /// Writes a string member, `null` when there is none.
    public mutating func member(_ name: String, orNull value: String?) {
        self.name(name)
        if let value { string(value) } else { null() }
    }

    /// Writes a whole-number member; nothing when there is none.
    public mutating func member(_ name: String, _ value: Int?) {
        guard let value else { return }
        self.name(name)
        integer(value)
    }

    /// Writes a whole-number member.
    public mutating func member(_ name: String, _ value: Int64) {
        self.name(name)
        integer(value)
    }

    /// Writes a member with a number of hundredths, such as 0.75.
    public mutating func member(_ name: String, hundredths value: Int) {
        self.name(name)
        hundredths(value)
    }

    /// Writes a truth member.
    public mutating func member(_ name: String, _ value: Bool) {
        self.name(name)
        bool(value)
    }

    /// Writes an instant in RFC 3339; nothing when there is none.
    public mutating func member(_ name: String, _ value: Timestamp?) {
        member(name, value?.rfc3339)
    }

    /// Writes a member that holds any value.
    public mutating func member(_ name: String, _ value: JSONValue) {
        self.name(name)
        self.value(value)
    }

    /// Writes a member that holds strings.
    public mutating func member(_ name: String, _ values: [String]) {
        self.name(name)
        array(values) { $0.string($1) }
    }

    /// Writes a member that holds an object.
    public mutating func object(_ name: String, _ body: (inout JSONWriter) -> Void) {
        self.name(name)
        object(body)
    }

    /// Writes a member that holds an array.
    public mutating func array<Elements: Sequence>(
        _ name: String,
        _ elements: Elements,
        _ body: (inout JSONWriter, Elements.Element) -> Void
    ) {
        self.name(name)
        array(elements, body)
    }
}
