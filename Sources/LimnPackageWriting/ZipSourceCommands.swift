// SPDX-License-Identifier: GPL-3.0-or-later

internal import CZip
internal import SystemPackage

/// The commands that our libzip sources support (zip_source_function(3)).
enum ZipSourceCommands {
    /// The commands of a source that is read sequentially.
    static let reading = mask([
        ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE,
    ])

    /// The commands of a source that is written. libzip also requires those of reading, but does not call them for a
    /// new archive.
    static let writing =
        reading
        | mask([
            ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL, ZIP_SOURCE_SUPPORTS, ZIP_SOURCE_BEGIN_WRITE, ZIP_SOURCE_COMMIT_WRITE,
            ZIP_SOURCE_ROLLBACK_WRITE, ZIP_SOURCE_WRITE, ZIP_SOURCE_SEEK_WRITE, ZIP_SOURCE_TELL_WRITE,
            ZIP_SOURCE_REMOVE,
        ])

    private static func mask(_ commands: [zip_source_cmd_t]) -> Int64 {
        commands.reduce(0) { $0 | 1 << Int64($1.rawValue) }
    }

    /// Answers ZIP_SOURCE_ERROR with libzip's code and an errno, which is ENOENT if there was no failure.
    static func report(_ failure: Errno?, _ code: Int32, into data: UnsafeMutableRawPointer?) -> Int64 {
        let codes = [failure == nil ? ZIP_ER_READ : code, (failure ?? .noSuchFileOrDirectory).rawValue]
        let size = codes.count * MemoryLayout<Int32>.size
        codes.withUnsafeBytes { data?.copyMemory(from: $0.baseAddress!, byteCount: size) }
        return Int64(size)
    }
}
