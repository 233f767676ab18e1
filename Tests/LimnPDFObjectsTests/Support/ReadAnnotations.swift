// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import TestSupport

/// The /Ink annotations and embedded files of a document as pikepdf reads them.
struct ReadAnnotations: Decodable {
    struct Annotation: Decodable {
        var lines: [[Double]]
        var color: [Double]
        var opacity: Double
        var width: Double
        var name: String
        var contents: String
        var flags: Int
        var blends: [String]
        /// The names of associated files.
        var files: [String]
    }

    struct File: Decodable {
        var bytes: [UInt8]
        var type: String
        var relation: String
    }

    var pages: [[Annotation]]
    /// The embedded files by their key in the name tree.
    var files: [String: File]
    /// The names of the catalog's associated files.
    var associated: [String]

    init(_ file: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(try python("annotations", file).utf8))
    }
}
