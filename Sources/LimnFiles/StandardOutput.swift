// SPDX-License-Identifier: GPL-3.0-or-later

internal import SystemPackage

/// Standard output as a place for data.
public enum StandardOutput {
    /// Writes all bytes.
    ///
    /// - Throws: ``FileError``.
    public static func write(_ bytes: [UInt8]) throws(FileError) {
        do { _ = try FileDescriptor.standardOutput.writeAll(bytes) } catch {
            throw FileError(error as? Errno ?? .ioError, "-", .write)
        }
    }
}
