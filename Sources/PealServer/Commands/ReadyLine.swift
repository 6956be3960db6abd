import Foundation

/// The one line on stdout that tells a caller where the server is.
enum ReadyLine {
    static func print(_ server: RunningServer) { write("{\"ready\":true,\"url\":\"\(server.url)\"}") }

    static func write(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
}
