// SPDX-License-Identifier: GPL-3.0-or-later

internal import CZip
internal import LimnFiles
internal import SystemPackage

/// A libzip source that reads a part and verifies its hash.
final class ZipPartSource {
    private let part: PackageContents.Part
    private var position = 0
    private var hasher = QuickHasher()
    /// The last read error; nil if there was none.
    private(set) var failure: FileError?
    /// Whether the whole part was read and its hash differs from the expected one.
    private(set) var hasWrongHash = false

    init(_ part: PackageContents.Part) { self.part = part }

    /// Makes the libzip source. It retains this object until libzip frees it (zip_source_function(3)).
    func source() -> OpaquePointer? {
        let owner = Unmanaged.passRetained(self)
        let source = zip_source_function_create(
            { owner, data, count, command in
                guard let owner else { return -1 }
                let part = Unmanaged<ZipPartSource>.fromOpaque(owner)
                guard command != ZIP_SOURCE_FREE else {
                    part.release()
                    return 0
                }
                return part.takeUnretainedValue().perform(command, data, Int(count))
            }, owner.toOpaque(), nil)
        if source == nil { owner.release() }
        return source
    }

    private func perform(_ command: zip_source_cmd_t, _ data: UnsafeMutableRawPointer?, _ count: Int) -> Int64 {
        switch command {
        case ZIP_SOURCE_SUPPORTS: return ZipSourceCommands.reading
        case ZIP_SOURCE_ERROR: return ZipSourceCommands.report(failure?.cause ?? .ioError, ZIP_ER_READ, into: data)
        case ZIP_SOURCE_OPEN:
            position = 0
            hasher = QuickHasher()
            return 0
        case ZIP_SOURCE_READ: return read(UnsafeMutableRawBufferPointer(start: data, count: count))
        case ZIP_SOURCE_CLOSE: return 0
        case ZIP_SOURCE_STAT: return describe(into: data, count)
        default: return -1
        }
    }

    private func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int64 {
        let content = part.content
        let count = min(buffer.count, content.size - position)
        do throws(FileError) {
            let chunk = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
            if count > 0 { try content.read(into: chunk, from: position) }
            position += count
            hasher.update(UnsafeRawBufferPointer(chunk))
            if position == content.size {
                try content.checkUnchanged()
                hasWrongHash = hasher.hash != part.hash
            }
        } catch {
            failure = error
            return -1
        }
        return hasWrongHash ? -1 : Int64(count)
    }

    private func describe(into data: UnsafeMutableRawPointer?, _ count: Int) -> Int64 {
        guard let data, count >= MemoryLayout<zip_stat_t>.size else { return -1 }
        var status = zip_stat_t()
        zip_stat_init(&status)
        status.valid = UInt64(ZIP_STAT_SIZE)
        status.size = UInt64(part.content.size)
        data.copyMemory(from: &status, byteCount: MemoryLayout<zip_stat_t>.size)
        return Int64(MemoryLayout<zip_stat_t>.size)
    }
}
