extension Trace {
    /// The stored form: the entries one after another, so that traces are joined by joining their texts.
    ///
    /// An entry is the stage's letter, the outcome's unless it is a pass, `:` and the reason, and the detail in brackets;
    /// a reason without a detail ends with `;`. In the brackets stand the letter of the detail's kind and its fields, each
    /// after a comma; a backslash stands before a comma, a closing bracket or a backslash that belongs to a field, and `\0`
    /// is a NUL character. So a plain pass is one byte, a whole trace about forty, and an entry can be left out by a reader
    /// that does not know its words.
    public var encoded: String {
        var writer = TraceWriter()
        for step in steps { writer.write(step) }
        return writer.text
    }

    /// Reads the stored form; entries with a word that this version does not know are left out.
    public init(encoded: String) {
        var reader = TraceReader(encoded)
        self.init(reader.steps())
    }
}
