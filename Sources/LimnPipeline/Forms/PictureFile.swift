// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnJobs
internal import SystemPackage

/// A picture that data for forms name.
enum PictureFile {
    /// The largest picture that is read, in bytes.
    static let limit = 64 << 20

    /// Reads a picture; nothing looks into it.
    ///
    /// - Parameter folder: where names that are not absolute count from.
    static func bytes(_ name: String, in folder: FilePath, access: Access) throws(LimnError) -> [UInt8] {
        let path = FilePath(name)
        let full = path.isAbsolute || folder.isEmpty ? path : folder.appending(path.components)
        do throws(FileError) {
            return try InputFile(named: full, limits: InputLimits(bytes: min(limit, access.inputLimit))).bytes()
        } catch { throw LimnError(error) }
    }
}
