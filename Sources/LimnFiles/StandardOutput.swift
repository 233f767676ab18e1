// SPDX-License-Identifier: GPL-3.0-or-later

internal import SystemPackage

/// Writes data to standard output.
public enum StandardOutput {
    /// Writes all bytes immediately, without buffering. Blocks while the pipe or terminal cannot take more bytes.
    ///
    /// - Throws: ``FileError`` with the path `-`. Some of the bytes may have been written then. If the reader has
    ///   closed its end, the cause is EPIPE, provided that the process ignores SIGPIPE.
    public static func write(_ bytes: [UInt8]) throws(FileError) {
        do { _ = try FileDescriptor.standardOutput.writeAll(bytes) } catch {
            throw FileError(error as? Errno ?? .ioError, "-", .write)
        }
    }
}
