import CZlib

extension Gzip {
    /// The bytes behind gzip's form; `nil` when it is no gzip, breaks off or holds more than the limit.
    public static func expand(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
        guard let length = UInt32(exactly: bytes.count), length > 0 else { return nil }
        var stream = z_stream()
        guard peal_inflate_init_gzip(&stream) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        var input = bytes
        return input.withUnsafeMutableBufferPointer { source in
            stream.next_in = source.baseAddress
            stream.avail_in = length
            var output: [UInt8] = []
            var status = Z_OK
            while status == Z_OK {
                let step = [UInt8](unsafeUninitializedCapacity: max(16_384, bytes.count * 4)) { buffer, count in
                    stream.next_out = buffer.baseAddress
                    stream.avail_out = UInt32(clamping: buffer.count)
                    status = inflate(&stream, Z_NO_FLUSH)
                    count = buffer.count - Int(stream.avail_out)
                }
                guard output.count + step.count <= limit else { return nil }
                output += step
            }
            return status == Z_STREAM_END ? output : nil
        }
    }
}
