// SPDX-License-Identifier: GPL-3.0-or-later

internal import CZip
internal import Foundation
internal import SystemPackage

/// A libzip source that writes an archive to a descriptor, with a buffer of 1 MiB.
final class ZipSink {
    private let descriptor: FileDescriptor
    private var position = 0
    private var buffer: [UInt8] = []
    /// The offset in the file of the buffer's first byte.
    private var bufferOffset = 0
    /// The first write error; nil if there was none.
    private(set) var failure: Errno?

    private static let maximumBufferSize = 1 << 20

    init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

    /// Makes the libzip source. It retains this object until libzip frees it (zip_source_function(3)).
    func source() -> OpaquePointer? {
        let owner = Unmanaged.passRetained(self)
        let source = zip_source_function_create(
            { owner, data, count, command in
                guard let owner else { return -1 }
                let sink = Unmanaged<ZipSink>.fromOpaque(owner)
                guard command != ZIP_SOURCE_FREE else {
                    sink.release()
                    return 0
                }
                return sink.takeUnretainedValue().perform(command, data, Int(count))
            }, owner.toOpaque(), nil)
        if source == nil { owner.release() }
        return source
    }

    private func perform(_ command: zip_source_cmd_t, _ data: UnsafeMutableRawPointer?, _ count: Int) -> Int64 {
        switch command {
        case ZIP_SOURCE_SUPPORTS: ZipSourceCommands.writing
        case ZIP_SOURCE_ERROR: ZipSourceCommands.report(failure, ZIP_ER_WRITE, into: data)
        // There is no archive yet, so this fails, and ZIP_SOURCE_ERROR then reports ENOENT.
        case ZIP_SOURCE_STAT: -1
        case ZIP_SOURCE_BEGIN_WRITE: seek(to: 0)
        case ZIP_SOURCE_WRITE: write(UnsafeRawBufferPointer(start: data, count: count))
        case ZIP_SOURCE_SEEK_WRITE: seek(data, count)
        case ZIP_SOURCE_TELL_WRITE: Int64(position)
        case ZIP_SOURCE_COMMIT_WRITE: flush() ? 0 : -1
        case ZIP_SOURCE_ROLLBACK_WRITE, ZIP_SOURCE_REMOVE, ZIP_SOURCE_CLOSE: 0
        default: -1
        }
    }

    private func write(_ bytes: UnsafeRawBufferPointer) -> Int64 {
        if position != bufferOffset + buffer.count || buffer.count + bytes.count > Self.maximumBufferSize {
            guard flush() else { return -1 }
            bufferOffset = position
        }
        buffer.append(contentsOf: bytes)
        position += bytes.count
        return Int64(bytes.count)
    }

    private func seek(_ data: UnsafeMutableRawPointer?, _ count: Int) -> Int64 {
        guard let data, count >= MemoryLayout<zip_source_args_seek_t>.size else { return -1 }
        let arguments = data.loadUnaligned(as: zip_source_args_seek_t.self)
        switch arguments.whence {
        case SEEK_SET: return seek(to: Int(arguments.offset))
        case SEEK_CUR: return seek(to: position + Int(arguments.offset))
        // libzip seeks only to positions that it has recorded, never relative to the end.
        default: return -1
        }
    }

    private func seek(to offset: Int) -> Int64 {
        guard offset >= 0 else { return -1 }
        position = offset
        return 0
    }

    private func flush() -> Bool {
        guard failure == nil else { return false }
        do { _ = try descriptor.writeAll(toAbsoluteOffset: Int64(bufferOffset), buffer) } catch {
            failure = error as? Errno ?? .ioError
            return false
        }
        buffer.removeAll(keepingCapacity: true)
        return true
    }
}
