// SPDX-License-Identifier: GPL-3.0-or-later

internal import SystemPackage

/// Writes data to standard output.
public enum StandardOutput {
    /// Writes all bytes at once, without a buffer, and waits until the reader has taken them.
    ///
    /// - Throws: ``FileError`` with the path `-`. A part of the bytes may have been written then. If the reader has
    ///   gone, the cause is EPIPE, provided that the process ignores SIGPIPE.
    public static func write(_ bytes: [UInt8]) throws(FileError) {
        do { _ = try FileDescriptor.standardOutput.writeAll(bytes) } catch {
            throw FileError(error as? Errno ?? .ioError, "-", .write)
        }
    }
}
