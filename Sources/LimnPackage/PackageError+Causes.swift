// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompression
internal import LimnFiles
package import LimnInk
package import SystemPackage

extension PackageError {
    /// Makes an error from any error that was thrown while a package was read.
    package init(_ error: any Error, reading path: FilePath) {
        switch error {
        case let error as PackageError: self = error
        case let error as FileError: self.init(error)
        case let error as CompressionError: self = Self.compression(error, path)
        default: self = .damaged(path, "\(error)")
        }
    }

    private static func compression(_ error: CompressionError, _ path: FilePath) -> PackageError {
        let subject = error.subject
        let detail = error.detail.map { ": \($0)" } ?? ""
        return switch error.code {
        case .encrypted: .refused(path, "\(subject) is encrypted")
        case .unsupported: .refused(path, "\(subject) uses an unsupported compression method\(detail)")
        case .tooLarge: .tooLarge(path, "\(subject) would become too large\(detail)")
        case .truncated: .damaged(path, "it ends in the middle of \(subject)")
        case .checksumMismatch: .damaged(path, "the checksum of \(subject) does not match")
        default: .damaged(path, "\(subject) is invalid\(detail)")
        }
    }

    package static func ink(_ error: InkError, page: Int, _ path: FilePath) -> PackageError {
        let sentence = error.description.prefix { $0 != "." }
        guard error.code != .unsupportedVersion else {
            return .newerInk(path, sentence.prefix(1).lowercased() + sentence.dropFirst())
        }
        return .damaged(path, "the ink of page \(page) cannot be read (\(sentence))")
    }
}
