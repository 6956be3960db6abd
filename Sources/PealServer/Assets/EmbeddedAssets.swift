import CPealAssets
import Foundation
import PealGzip
package import PealHTTP

/// The files that are part of the executable: the shipped catalogs, the API description, the pages.
package enum EmbeddedAssets {
    /// A file's bytes.
    package static func bytes(at path: String) -> [UInt8]? { files[path] }

    /// A file's bytes in gzip's form; `nil` where that saves nothing.
    ///
    /// Compressed once, when the first page asks.
    static func gzip(at path: String) -> [UInt8]? { compressed[path] }

    /// A file as it is served; `nil` when there is none.
    package static func file(_ path: String, for audience: StaticAsset.Audience = .ownPages) -> StaticAsset? {
        bytes(at: path).map {
            StaticAsset(
                bytes: $0,
                gzip: gzip(at: path),
                contentType: contentType(of: path),
                audience: audience
            )
        }
    }

    private static let compressed = files.filter { path, _ in path.hasPrefix("client/") || path.hasPrefix("web/") }
        .compactMapValues { bytes in Gzip.compress(bytes, .best).flatMap { $0.count < bytes.count ? $0 : nil } }

    /// The shipped catalogs: file name and text.
    static var catalogs: [(String, String)] {
        files.keys.filter { $0.hasPrefix("catalogs/") }.sorted().map { path in
            (String(path.dropFirst("catalogs/".count)), String(decoding: files[path] ?? [], as: UTF8.self))
        }
    }

    /// The content type of a file, by its ending.
    static func contentType(of path: String) -> String {
        switch path.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        case "json": "application/json"
        case "webmanifest": "application/manifest+json"
        case "md": "text/plain; charset=utf-8"
        default: "application/octet-stream"
        }
    }

    private static let files: [String: [UInt8]] = {
        var files: [String: [UInt8]] = [:]
        for index in 0..<peal_asset_count() {
            guard let asset = peal_asset_at(index), let path = asset.pointee.path, let bytes = asset.pointee.bytes
            else { continue }
            files[String(cString: path)] = [UInt8](UnsafeBufferPointer(start: bytes, count: asset.pointee.length))
        }
        return files
    }()
}
