import ArgumentParser
import Foundation
import PealCatalog
import PealServer

extension AppAssets {
    /// Finds the sound files in some directories and all below them.
    /// - Throws: an error of the command line, when one is not a directory or a file cannot be read.
    init(directories: [String]) throws {
        self.init(directories: directories, files: [])
        for directory in directories {
            var isDirectory: ObjCBool = false
            guard FileManager.default.fileExists(atPath: directory, isDirectory: &isDirectory), isDirectory.boolValue
            else {
                throw ValidationError("--app-assets \(directory) is not a directory")
            }
            let entries = FileManager.default.enumerator(atPath: directory)
            while let path = entries?.nextObject() as? String {
                let end = path.split(separator: ".").last?.lowercased() ?? ""
                guard Self.formats.contains(end) else { continue }
                files.append(try Self.file(path, in: directory))
            }
        }
        files.sort { $0.path < $1.path }
    }

    private static func file(_ path: String, in directory: String) throws -> File {
        let url = URL(fileURLWithPath: directory).appendingPathComponent(path)
        do {
            let handle = try FileHandle(forReadingFrom: url)
            defer { try? handle.close() }
            let head = try handle.read(upToCount: headBytes) ?? Data()
            return File(path: path, head: [UInt8](head), size: Int(try handle.seekToEnd()))
        } catch {
            throw ValidationError("\(url.path) cannot be read: \(PlainReason.of(error))")
        }
    }
}
