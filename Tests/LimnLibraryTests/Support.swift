// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnFiles
import LimnGeometry
import LimnInk
import LimnLibrary
import Synchronization
import SystemPackage
import TestSupport

/// The two implementations of `LibraryStore`. The same tests run against both.
enum LibraryKind: CaseIterable, Sendable { case memory, disk }

/// A library for one test, with reproducible times and ids.
final class Fixture: Sendable {
    let folder: TemporaryFolder
    let store: any LibraryStore
    let sources: LibrarySources

    init(_ kind: LibraryKind) throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        let counting = LibrarySources.counting()
        // The store retains its sources, and these retain the folder.
        sources = LibrarySources(
            now: { withExtendedLifetime(folder) { counting.now() } }, randomBits: counting.randomBits)
        store =
            switch kind {
            case .memory: MemoryLibrary(sources: sources)
            case .disk: try Library(at: folder.library, sources: sources)
            }
    }

    /// The library as the next process opens it; a library in memory stays the same object.
    func reopened() throws -> any LibraryStore {
        store is MemoryLibrary ? store : try Library(at: folder.library, creating: false, sources: sources)
    }
}

extension TemporaryFolder {
    /// The path of the library in a test's folder.
    var library: FilePath { FilePath(path("library")) }
}

extension LibrarySources {
    /// A clock that advances one second a call, and a seeded generator for ids.
    static func counting(from start: Double = 1_000_000) -> LibrarySources {
        let state = Counter(start)
        return LibrarySources(now: { state.now() }, randomBits: { state.bits() })
    }
}

private final class Counter: Sendable {
    private let state: Mutex<(time: Double, generator: SeededGenerator)>
    init(_ start: Double) { state = Mutex((start, SeededGenerator(seed: 6))) }
    func now() -> Date {
        state.withLock {
            $0.time += 1
            return Date(timeIntervalSince1970: $0.time)
        }
    }
    func bits() -> UInt64 { state.withLock { $0.generator.next() } }
}

/// A template to import. Its bytes need not be a PDF, because the library does not parse them.
func sheet(_ name: String = "Sheet", content: String? = nil, pages: Int = 2, text: String = "") -> NewTemplate {
    NewTemplate(
        name: name, content: InputFile(bytes: Array((content ?? "%PDF \(name)").utf8), named: FilePath("\(name).pdf")),
        pages: (0..<pages).map { PageGeometry(mediaBox: Rect(x0: 0, y0: 0, x1: 595, y1: 842), rotate: $0 * 90) },
        thumbnail: Array("picture of \(name)".utf8), text: text,
        outline: [OutlineEntry(level: 0, title: "Part", page: 1), OutlineEntry(level: 1, title: "Ünder", page: nil)],
        hasFormFields: true)
}

/// A pseudo-random stroke.
func stroke(_ seed: Int, layer: Int = 0) -> Stroke {
    var generator = SeededGenerator(seed: UInt64(seed))
    var stroke = randomStroke(using: &generator, points: 5...5)
    stroke.layer = layer
    return stroke
}

/// The `LibraryError` that `body` throws; nil if it throws none.
func failure(_ body: () throws -> Void) -> LibraryError? {
    do {
        try body()
        return nil
    } catch { return error as? LibraryError }
}

extension Library {
    /// Settings of the writing connection.
    func settings() throws -> [String: String] {
        var settings: [String: String] = [:]
        for name in ["journal_mode", "synchronous", "foreign_keys"] { settings[name] = try setting(name) }
        return settings
    }
}
