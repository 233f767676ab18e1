// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnForms

/// The limits for the form values of a character. ``LibraryStore`` refuses values that exceed them with `invalidValue`.
public enum FormRule {
    /// The maximum number of fields with values.
    public static let maximumCount = 100_000
    /// The maximum length of a field's name, in bytes of UTF-8: 64 KiB. A name must not be empty.
    public static let maximumNameBytes = 1 << 16
    /// The maximum length of all names and texts together, in bytes of UTF-8: 8 MiB. Numbers and rows of lists are
    /// texts.
    public static let maximumTextBytes = 8 << 20
    /// The maximum size of all pictures together, in bytes: 32 MiB. A picture counts for every field that has it.
    public static let maximumPictureBytes = 32 << 20

    /// The maximum size of stored values and changes, in bytes. It is larger than the other limits, because stored
    /// texts may be escaped. Only libraries that another program wrote can exceed it.
    static let maximumStoredBytes = 128 << 20

    /// Checks values.
    ///
    /// - Parameters:
    ///   - entries: the values by the full names of fields, as they would be stored.
    ///   - pictures: the hashes of the available pictures, with their sizes in bytes.
    /// - Throws: ``LibraryError`` with `invalidValue` if a limit is exceeded or a picture is missing.
    static func check(_ entries: [String: FieldEntry], pictures: [String: Int]) throws(LibraryError) {
        guard entries.count <= maximumCount else {
            throw LibraryError(.invalidValue, "A character can have values for at most \(maximumCount) fields.")
        }
        var (texts, bytes) = (0, 0)
        for (name, entry) in entries {
            guard !name.isEmpty, name.utf8.count <= maximumNameBytes else {
                throw LibraryError(.invalidValue, "The name of a field must have 1 to \(maximumNameBytes) bytes.")
            }
            texts += name.utf8.count + entry.searched.reduce(0) { $0 + $1.utf8.count }
            guard let hash = entry.pictureHash else { continue }
            guard let size = pictures[hash] else {
                throw LibraryError(.invalidValue, "The picture of the field “\(name)” is missing.")
            }
            bytes += size
        }
        guard texts <= maximumTextBytes else {
            throw LibraryError(
                .invalidValue, "The texts of a character's form take more than \(maximumTextBytes) bytes.")
        }
        guard bytes <= maximumPictureBytes else {
            throw LibraryError(
                .invalidValue, "The pictures of a character's form take more than \(maximumPictureBytes) bytes.")
        }
    }

    /// Returns pictures by their hashes. Equal pictures become one.
    static func hashed(_ pictures: [[UInt8]]) -> [String: [UInt8]] {
        Dictionary(pictures.map { (ContentHash($0).description, $0) }, uniquingKeysWith: { first, _ in first })
    }
}

extension LibraryError {
    /// Makes the error for a form whose values are at another revision than the caller expected.
    static func staleForm(current: Int) -> LibraryError {
        LibraryError(
            .stale,
            "The values of the form have changed: they are at revision \(current) now. Load them again and repeat the change.",
            currentRevision: current)
    }

    /// Makes the error for the hash of a picture that a character does not have.
    static func noPicture(_ hash: String) -> LibraryError {
        LibraryError(.notFound, "The character has no picture \(hash).")
    }
}
