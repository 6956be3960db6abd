import CZlib

extension Gzip {
    /// The bytes behind gzip's form; `nil` when it is no gzip, breaks off or holds more than the limit.
    public static func expand(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
        var output: [UInt8] = []
        do {
            let isWhole = try expand(bytes) { part throws(Overflow) in
                guard output.count + part.count <= limit else { throw Overflow() }
                output += part
            }
            return isWhole ? output : nil
        } catch {
            return nil
        }
    }

    private struct Overflow: Error {}

    /// Hands on the bytes behind gzip's form, in parts of at most 64 KiB, so that whoever takes them can end it before they
    /// fill the memory.
    /// - Parameters:
    ///   - bytes: one or more members (RFC 1952, 2.2) and nothing else.
    ///   - take: is given each part; what it throws ends the work.
    /// - Returns: whether it was gzip to its last byte.
    /// - Throws: what `take` throws.
    public static func expand<Failure: Error>(
        _ bytes: [UInt8],
        _ take: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        guard let length = UInt32(exactly: bytes.count), length > 0 else { return false }
        var stream = z_stream()
        guard peal_inflate_init_gzip(&stream) == Z_OK else { return false }
        defer { inflateEnd(&stream) }
        var rest = length
        while true {
            var status = Z_OK
            // Each turn points the stream at the input again: a pointer is valid for one call only.
            let part = [UInt8](unsafeUninitializedCapacity: partSize) { buffer, count in
                bytes.withUnsafeBufferPointer { source in
                    guard let start = source.baseAddress else { return }
                    stream.next_in = UnsafeMutablePointer(mutating: start + Int(length - rest))
                    stream.avail_in = rest
                    stream.next_out = buffer.baseAddress
                    stream.avail_out = UInt32(buffer.count)
                    status = inflate(&stream, Z_NO_FLUSH)
                    rest = stream.avail_in
                }
                count = buffer.count - Int(stream.avail_out)
            }
            if !part.isEmpty { try take(part) }
            switch status {
            case Z_OK where rest > 0 || part.count == partSize: continue
            case Z_STREAM_END where rest == 0: return true
            case Z_STREAM_END: guard inflateReset(&stream) == Z_OK else { return false }
            default: return false
            }
        }
    }

    private static let partSize = 64 * 1024
}
