/// The stack of the running task.
enum TaskStack {
    /// Lets the runtime replace the free part of the stack by memory that nothing was written to.
    ///
    /// A task keeps its stack as deep as it ever was, in pieces. A frame that fits into none of the free ones makes the runtime
    /// free them and allocate one of their total size. Opening a live connection is deep, and waiting touches little of the
    /// new piece: docs/realtime.md has the figures.
    /// - Parameter seed: any number; it keeps the compiler from leaving the frame out.
    /// - Returns: the same number.
    @inline(never) @concurrent @discardableResult static func renew(_ seed: Int) async -> Int {
        let frame = InlineArray<640, Int>(repeating: seed)
        await Task.yield()
        return frame[seed & 511]
    }
}
