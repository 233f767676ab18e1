// SPDX-License-Identifier: GPL-3.0-or-later

internal import SystemPackage

/// Writes data to standard output.
public enum StandardOutput {
    /// Writes all bytes.
    ///
    /// - Throws: ``FileError`` with the path `-`.
    public static func write(_ bytes: [UInt8]) throws(FileError) {
        do { _ = try FileDescriptor.standardOutput.writeAll(bytes) } catch {
            throw FileError(error as? Errno ?? .ioError, "-", .write)
        }
    }
}
