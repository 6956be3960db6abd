import CZlib

/// Compresses bodies (RFC 1952).
public enum Gzip {
    /// How much time is spent on fewer bytes.
    public enum Effort: Sendable {
        /// For what is compressed on the way.
        case fast
        /// For what is compressed once and sent often.
        case best
    }

    /// The bytes in gzip's form; `nil` when zlib cannot.
    public static func compress(_ bytes: [UInt8], _ effort: Effort = .fast) -> [UInt8]? {
        guard let length = UInt32(exactly: bytes.count) else { return nil }
        var stream = z_stream()
        guard peal_deflate_init_gzip(&stream, effort == .best ? Z_BEST_COMPRESSION : Z_BEST_SPEED) == Z_OK else {
            return nil
        }
        defer { deflateEnd(&stream) }
        let capacity = Int(deflateBound(&stream, UInt(length)))
        var input = bytes
        var isWhole = false
        let output = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            input.withUnsafeMutableBufferPointer { source in
                stream.next_in = source.baseAddress
                stream.avail_in = length
                stream.next_out = buffer.baseAddress
                stream.avail_out = UInt32(clamping: buffer.count)
                isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END
                count = isWhole ? buffer.count - Int(stream.avail_out) : 0
            }
        }
        return isWhole ? output : nil
    }
}
