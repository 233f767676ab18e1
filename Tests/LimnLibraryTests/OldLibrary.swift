// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB
import LimnFiles
import LimnLibrary
import SystemPackage
import TestSupport

/// A library of version 1 of the schema, whose PDFs are named by their XXH3 hashes.
struct OldLibrary {
    let folder: TemporaryFolder
    /// The contents of the PDFs by the names of their templates.
    let contents: [String: [UInt8]]

    /// Copies the fixture of version 1 into the folder `library`, and adds templates.
    ///
    /// - Parameter adding: the contents of further PDFs by the names of their templates.
    init(adding more: [String: [UInt8]] = [:]) throws {
        folder = try TemporaryFolder()
        let fixture = Project.folder.appendingPathComponent("Tests/LimnLibraryTests/Fixtures/schema-1")
        try FileManager.default.copyItem(atPath: fixture.path, toPath: folder.path("library"))
        contents = more.merging(["Blätter": Array("%PDF Blätter".utf8)]) { $1 }
        let queue = try DatabaseQueue(path: folder.path("library/library.sqlite"))
        try queue.write { database in
            for (number, template) in more.sorted(by: { $0.key < $1.key }).enumerated() {
                let hash = QuickHash(template.value).description
                try folder.write(template.value, "library/blobs/\(hash)")
                try database.execute(
                    sql: """
                        INSERT INTO template SELECT ?, ?, ?, ?, ?, pageCount, hasFormFields, needsPassword, imported
                            FROM template WHERE name = 'Blätter'
                        """,
                    arguments: [number + 1, template.key, template.key.lowercased(), hash, template.value.count])
                try database.execute(
                    sql: """
                        INSERT INTO templateDetail SELECT ?, pages, outline, thumbnail FROM templateDetail
                            WHERE template = (SELECT id FROM template WHERE name = 'Blätter')
                        """, arguments: [number + 1])
                try database.execute(
                    sql: "INSERT INTO templateSearch (rowid, name, text) VALUES (?, ?, '')",
                    arguments: [number + 1, template.key.lowercased()])
            }
        }
        try queue.close()
    }

    /// The names of the files in `blobs`.
    var blobs: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path("library/blobs")).sorted() }
    }

    /// The version of the schema.
    var version: Int {
        get throws {
            try DatabaseQueue(path: folder.path("library/library.sqlite")).read {
                try Int.fetchOne($0, sql: "PRAGMA user_version") ?? -1
            }
        }
    }

    /// The names of the blobs that a library of this version has.
    var newNames: [String] { contents.values.map { ContentHash($0).description }.sorted() }
    /// The names of the blobs that a library of version 1 has.
    var oldNames: [String] { contents.values.map { QuickHash($0).description }.sorted() }

    /// What is wrong with a library that is read now: each template must have its content.
    func problems(of library: Library) throws -> [String] {
        var problems = try library.check().problems.map(\.description)
        let templates = try library.templates()
        if Set(templates.map(\.name)) != Set(contents.keys) { problems.append("There are \(templates.map(\.name)).") }
        for template in templates where try library.content(of: template.id).bytes() != contents[template.name] {
            problems.append("\(template.name) has another content.")
        }
        return problems
    }
}

/// Two different contents with the same XXH3 hash of 128 bits.
///
/// A stripe of 64 bytes adds, in each lane of eight, its bytes to one sum and the product of the halves of its bytes XOR
/// the secret to another. Where one half is the secret's, the product is 0, so that the other half can move from one
/// stripe to the next.
enum Collision {
    static func content(_ number: UInt32) -> [UInt8] {
        var bytes = Array("%PDF-1.4\n".utf8) + [UInt8](repeating: UInt8(ascii: " "), count: 1191)
        func put(_ word: UInt32, at offset: Int) {
            withUnsafeBytes(of: word.littleEndian) { bytes.replaceSubrange(offset..<(offset + 4), with: $0) }
        }
        // The default secret's bytes 16 to 19 and 24 to 27.
        put(0xe96d_d4de, at: 2 * 64)
        put(number, at: 2 * 64 + 4)
        put(0xa4a4_4072, at: 3 * 64)
        put(0x4141_4141 &- number, at: 3 * 64 + 4)
        return bytes
    }
}
