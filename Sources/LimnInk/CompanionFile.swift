// SPDX-License-Identifier: Apache-2.0

/// A file that an ink file refers to and does not contain, such as the photo under a page.
public enum CompanionFile: Hashable, Sendable, Codable {
    /// A path, as written in the ink file. A relative path starts from the folder that contains the ink file.
    case file(String)
    /// A file next to the ink file. Its name is the ink file's full name plus this suffix, such as `.bg_1.png`.
    case attachment(suffix: String)

    /// The maximum number of files that one ink file may refer to. References beyond it are not followed.
    package static let limit = 1000
}

/// The files that an ink file refers to, as far as they were given to its reader.
public struct CompanionFiles: Sendable {
    /// The given files.
    public var contents: [CompanionFile: [UInt8]]
    /// The files that are referred to and were not given, in the order of the first reference.
    public private(set) var missing: [CompanionFile] = []
    private var known: Set<CompanionFile> = []

    /// Makes a collection of given files.
    public init(_ contents: [CompanionFile: [UInt8]] = [:]) { self.contents = contents }

    /// Returns the bytes of a file; nil if it was not given. It then counts as missing.
    public mutating func bytes(of file: CompanionFile) -> [UInt8]? {
        if let bytes = contents[file] { return bytes }
        if known.count < CompanionFile.limit, known.insert(file).inserted { missing.append(file) }
        return nil
    }
}
