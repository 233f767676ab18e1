// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnForms
internal import LimnJobs
internal import SystemPackage

/// Reads the picture files that form data name.
///
/// Data may come from strangers, so they may name only files in their own folder or below it. A user who types a
/// command may name any file.
struct PictureFiles: Sendable {
    /// The maximum size of a picture in bytes.
    private static let limit = 64 << 20

    /// The folder of the data; nil if there are no data, or if they come from standard input.
    private let folder: FilePath?
    /// The picture names that the user typed.
    private let trusted: Set<String>
    private let access: Access

    /// Prepares to read pictures.
    ///
    /// - Parameters:
    ///   - data: the file of the data; nil if there is none.
    ///   - trusted: the entries that the user typed.
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

    /// Reads the bytes of a picture without parsing them.
    func bytes(_ name: String) throws(LimnError) -> [UInt8] {
        let path = FilePath(name)
        guard !trusted.contains(name) else { return try read(path, followsLinks: true) }
        let isBelow = path.isRelative && !path.components.contains { $0.kind != .regular }
        let forbidden = LimnError(
            .refused,
            "The picture \(path.displayName) is outside the folder of the data; data can use only pictures "
                + "in that folder."
        )
        guard let folder, isBelow, !path.isEmpty else { throw forbidden }
        let place = folder.isEmpty ? path : folder.appending(path.components)
        // A link in the middle of the path may lead elsewhere.
        let parent = place.removingLastComponent()
        if let real = Self.real(parent) {
            guard let own = Self.real(folder), real.starts(with: own) else { throw forbidden }
        }
        return try read(place, followsLinks: false)
    }

    /// The path with all links resolved; nil if there is no such folder.
    private static func real(_ path: FilePath) -> FilePath? {
        guard let pointer = (path.isEmpty ? "." : path).withPlatformString({ realpath($0, nil) }) else { return nil }
        defer { free(pointer) }
        return FilePath(platformString: pointer)
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
