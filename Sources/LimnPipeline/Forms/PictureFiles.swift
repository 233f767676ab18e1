// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnForms
internal import LimnJobs
internal import SystemPackage

/// The pictures that data for forms may name.
///
/// Data may come from strangers. They name files in their own folder and below it alone; a person who types a command may
/// name any.
struct PictureFiles: Sendable {
    /// The largest picture that is read, in bytes.
    private static let limit = 64 << 20

    /// The folder of the data; nil where they came without one.
    private let folder: FilePath?
    /// The names that a person typed.
    private let trusted: Set<String>
    private let access: Access

    /// - Parameters:
    ///   - data: the file of the data.
    ///   - trusted: what a person typed.
    init(of data: FilePath?, trusted: [FormRow.Entry], access: Access) {
        folder = data.flatMap { $0 == "-" ? nil : $0.removingLastComponent() }
        self.trusted = Set(
            trusted.compactMap { entry in
                switch entry.entry {
                case .text(let text) where text.hasPrefix("@"): String(text.dropFirst())
                case .picture(let path): path
                default: nil
                }
            })
        self.access = access
    }

    /// Reads a picture; nothing looks into it.
    func bytes(_ name: String) throws(LimnError) -> [UInt8] {
        let path = FilePath(name)
        guard !trusted.contains(name) else { return try read(path, followsLinks: true) }
        let isBelow = path.isRelative && !path.components.contains { $0.kind != .regular }
        guard let folder, isBelow, !path.isEmpty else {
            throw LimnError(
                .refused,
                "The picture \(path.displayName) is not in the folder of the data, and data may name no others.")
        }
        return try read(folder.isEmpty ? path : folder.appending(path.components), followsLinks: false)
    }

    private func read(_ path: FilePath, followsLinks: Bool) throws(LimnError) -> [UInt8] {
        do throws(FileError) {
            let file = try InputFile(regularFile: path, followsLinks: followsLinks)
            guard file.size <= min(Self.limit, access.inputLimit) else {
                throw FileError(tooLarge: path)
            }
            return try file.bytes()
        } catch { throw LimnError(error) }
    }
}
