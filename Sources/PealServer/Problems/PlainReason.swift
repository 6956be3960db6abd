import Foundation
import PealCore
import PealCrypto

/// Says in plain words why a file could not be read or written, in place of Foundation's domains and numbers.
public enum PlainReason {
    /// The reason alone: `no such file`, `permission denied`.
    public static func of(_ error: any Error) -> String {
        if let number = systemNumber(error) { return words(number) }
        return switch (error as? CocoaError)?.code {
        case .fileNoSuchFile?, .fileReadNoSuchFile?: words(ENOENT)
        case .fileReadNoPermission?, .fileWriteNoPermission?: words(EACCES)
        case .fileWriteOutOfSpace?: words(ENOSPC)
        case .fileWriteVolumeReadOnly?: words(EROFS)
        case .fileWriteFileExists?: words(EEXIST)
        case .fileReadInapplicableStringEncoding?, .fileReadCorruptFile?, .fileReadUnknownStringEncoding?:
            "it is not UTF-8 text"
        default: "it is not a readable file"
        }
    }

    /// The file and the reason, when the error is one of Foundation's or the system's, and the message alone of one that has a
    /// code; any other comes back as it is.
    public static func explained(_ error: any Error) -> any Error {
        if let error = error as? StoreError {
            return PlainError(message: error.message + (error.cause.map { " (\($0))" } ?? ""))
        }
        if let error = error as? CryptoError { return PlainError(message: error.message) }
        guard error is CocoaError || error is POSIXError else { return error }
        let path = (error as? CocoaError)?.userInfo[NSFilePathErrorKey] as? String
        return PlainError(message: [path, of(error)].compactMap(\.self).joined(separator: ": "))
    }

    private static func systemNumber(_ error: any Error) -> Int32? {
        if let error = error as? POSIXError { return Int32(error.code.rawValue) }
        guard let cause = (error as? CocoaError)?.userInfo[NSUnderlyingErrorKey] as? POSIXError else { return nil }
        return Int32(cause.code.rawValue)
    }

    private static func words(_ number: Int32) -> String {
        switch number {
        case ENOENT: "no such file"
        case EACCES, EPERM: "permission denied"
        case EISDIR: "it is a directory"
        case ENOSPC: "the disk is full"
        case EROFS: "the file system is read-only"
        case EEXIST: "it exists already"
        default: String(cString: strerror(number)).lowercased()
        }
    }
}

/// A failure in one sentence.
public struct PlainError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong.
    public let message: String

    /// The message.
    public var description: String { message }
}
