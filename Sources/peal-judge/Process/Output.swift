import Foundation

/// Where the judge speaks: results on standard output, progress on standard error.
enum Output {
    static func result(_ text: String) { write(text, to: .standardOutput) }

    static func progress(_ text: String) { write(text, to: .standardError) }

    private static func write(_ text: String, to handle: FileHandle) {
        // A reader that went away is no reason to stop judging.
        try? handle.write(contentsOf: Data((text + "\n").utf8))
    }
}
