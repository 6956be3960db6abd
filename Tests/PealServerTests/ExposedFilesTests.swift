import Foundation
import Testing

@Suite("A configuration with secrets")
struct ExposedFilesTests {
    @Test(
        "that every user can read is named at the start, and no other",
        arguments: [
            (0o644, true), (0o604, true), (0o666, true), (0o602, true), (0o600, false), (0o640, false), (0o400, false),
        ]
    )
    func mode(_ mode: Int, isNamed: Bool) async throws {
        try await ClockWorld.with { world in
            let file = world.folder.appending(path: "peal.yaml").path
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
            try await world.serve { _ in }
            let named = world.log.filter { $0.contains("other users can read a file with secrets") }
            #expect(named.count == (isNamed ? 1 : 0) && named.allSatisfy { $0.contains(file) }, "\(named)")
        }
    }
}
