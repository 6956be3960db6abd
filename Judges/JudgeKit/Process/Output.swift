import Foundation

/// Results go to standard output, progress to standard error.
package enum Output {
    package static func result(_ text: String) { write(text, to: .standardOutput) }

    package static func progress(_ text: String) { write(text, to: .standardError) }

    private static func write(_ text: String, to handle: FileHandle) {
        // A reader that went away is no reason to stop judging.
        try? handle.write(contentsOf: Data((text + "\n").utf8))
    }
}
