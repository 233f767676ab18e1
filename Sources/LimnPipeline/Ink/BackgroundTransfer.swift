// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnInk
internal import LimnJobs
internal import SystemPackage

/// Preserves an ink file's reference to a PDF when the ink is converted. A relative path becomes absolute if the new
/// file is in another folder. An attached or embedded PDF is written next to the new file.
struct BackgroundTransfer {
    /// A PDF to write next to the new file.
    private enum Copy {
        case file(FilePath)
        case bytes([UInt8])
    }

    private let input: FilePath
    private let output: FilePath
    private var copy: (source: Copy, target: FilePath)?
    /// Messages for the user.
    private(set) var diagnostics: [Diagnostic] = []

    /// The suffix of a PDF that is attached to an ink file, as in Xournal++.
    private static let attachment = ".bg.pdf"

    /// Determines the reference to the PDF in the new file and updates the document.
    ///
    /// - Parameters:
    ///   - input: the file that the ink was read from; `-` is standard input.
    ///   - output: the new file; `-` is standard output.
    init(_ document: inout InkDocument, from input: FilePath, to output: FilePath, as format: InkFormat) {
        self.input = input
        self.output = output
        // Other formats cannot refer to a PDF; that is reported as a dropped item.
        guard [.native, .json, .xournalpp].contains(format), let template = document.template else { return }
        switch template {
        case .file(let name): document.template = .file(settle(name))
        case .attachment(let suffix): attach(.file(beside(input, suffix)), suffix)
        case .embedded(let bytes):
            guard format == .xournalpp, output != "-" else { return }
            attach(.bytes(bytes), Self.attachment)
            document.template = .attachment(suffix: Self.attachment)
        }
    }

    /// Writes the PDF next to the new file, if necessary. Must be called before the new file is written.
    ///
    /// - Parameters:
    ///   - keepsExisting: whether a file that is already there is an error.
    ///   - limits: the limits for the size of an attached PDF.
    /// - Throws: `FileError`.
    mutating func write(keepsExisting: Bool, limits: InputLimits) throws {
        guard let (source, target) = copy else { return }
        let file =
            switch source {
            case .bytes(let own): InputFile(bytes: own, named: target)
            case .file(let path): try InputFile(path, limits: limits)
            }
        let there = try? InputFile(regularFile: target, followsLinks: true)
        if let there, there.size == file.size, try ContentHash(of: there) == ContentHash(of: file) { return }
        let staged = try Publisher(keepsExisting: keepsExisting).stage(target)
        try file.copy(to: staged.descriptor)
        if let error = Publisher(keepsExisting: keepsExisting).publish([staged])[0] { throw error }
        let name = target.displayName
        diagnostics.append(
            there == nil
                ? Diagnostic(.backgroundCopied, "Its PDF was copied to \(name).", about: output, .note)
                : Diagnostic(.backgroundCopied, "Its PDF replaced another file, \(name).", about: output))
    }

    /// Returns the reference to a PDF for the new file. Adds a warning if it may not be valid there.
    private mutating func settle(_ name: String) -> String {
        let path = FilePath(name)
        let own = input.removingLastComponent()
        let new = output.removingLastComponent()
        guard path.isRelative, !path.isEmpty else { return name }
        guard input != "-" else {
            warn("The ink is on the PDF \(path.displayName), whose folder is unknown.")
            return name
        }
        if output != "-", FileIdentity(own.isEmpty ? "." : own) == FileIdentity(new.isEmpty ? "." : new) { return name }
        let place = (own.isEmpty ? FilePath(".") : own).appending(path.components)
        guard let whole = place.withPlatformString({ realpath($0, nil) }) else {
            warn("The ink is on the PDF \(path.displayName), which does not exist.")
            return name
        }
        defer { free(whole) }
        let settled = String(cString: whole)
        diagnostics.append(
            Diagnostic(
                .backgroundRenamed, "It names its PDF as \(FilePath(settled).displayName).", about: output, .note))
        return settled
    }

    private mutating func attach(_ source: Copy, _ suffix: String) {
        let target = beside(output, suffix)
        if case .file(let path) = source {
            guard input != "-", FileIdentity(path) != nil else {
                return warn("The PDF that is attached to the ink, \(path.displayName), was not found.")
            }
            guard output != "-" else {
                return warn("The ink is on the PDF \(path.displayName), which was not copied.")
            }
            guard FileIdentity(path) != FileIdentity(target) else { return }
        }
        copy = (source, target)
    }

    private func beside(_ path: FilePath, _ suffix: String) -> FilePath {
        FilePath(bytes: path.bytes + Array(suffix.utf8))
    }

    private mutating func warn(_ sentence: String) {
        diagnostics.append(Diagnostic(.backgroundLeft, sentence, about: input))
    }
}
