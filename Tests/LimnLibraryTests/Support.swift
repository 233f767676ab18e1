// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnFiles
import LimnGeometry
import LimnInk
import LimnLibrary
import Synchronization
import SystemPackage
import TestSupport

/// The two kinds of library, which one suite of tests runs against.
enum LibraryKind: CaseIterable, Sendable { case memory, disk }

/// A library for one test, with times and ids that are the same on every run.
final class Fixture: Sendable {
    let folder: TemporaryFolder
    let store: any LibraryStore
    let sources: LibrarySources

    init(_ kind: LibraryKind) throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        let counting = LibrarySources.counting()
        // The store holds its sources, and they the folder.
        sources = LibrarySources(
            now: { withExtendedLifetime(folder) { counting.now() } }, randomBits: counting.randomBits)
        store =
            switch kind {
            case .memory: MemoryLibrary(sources: sources)
            case .disk: try Library(at: folder.library, sources: sources)
            }
    }

    /// The library as the next process finds it; one in memory stays as it is.
    func reopened() throws -> any LibraryStore {
        store is MemoryLibrary ? store : try Library(at: folder.library, creating: false, sources: sources)
    }
}

extension TemporaryFolder {
    /// Where a test's library is.
    var library: FilePath { FilePath(path("library")) }
}

extension LibrarySources {
    /// A second more at each look at the clock, and ids by a generator of known seed.
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

/// A template to import; the library does not look into its bytes.
func sheet(_ name: String = "Sheet", content: String? = nil, pages: Int = 2, text: String = "") -> NewTemplate {
    NewTemplate(
        name: name, content: InputFile(bytes: Array((content ?? "%PDF \(name)").utf8), named: FilePath("\(name).pdf")),
        pages: (0..<pages).map { PageGeometry(mediaBox: Rect(x0: 0, y0: 0, x1: 595, y1: 842), rotate: $0 * 90) },
        thumbnail: Array("picture of \(name)".utf8), text: text,
        outline: [OutlineEntry(level: 0, title: "Part", page: 1), OutlineEntry(level: 1, title: "Ünder", page: nil)],
        hasFormFields: true)
}

/// A stroke of known points.
func stroke(_ seed: Int, layer: Int = 0) -> Stroke {
    var generator = SeededGenerator(seed: UInt64(seed))
    var stroke = randomStroke(using: &generator, points: 5...5)
    stroke.layer = layer
    return stroke
}

/// What a call throws, as the library's own error.
func failure(_ body: () throws -> Void) -> LibraryError? {
    do {
        try body()
        return nil
    } catch { return error as? LibraryError }
}

extension Library {
    /// How the connection that writes is set.
    func settings() throws -> [String: String] {
        var settings: [String: String] = [:]
        for name in ["journal_mode", "synchronous", "foreign_keys"] { settings[name] = try setting(name) }
        return settings
    }
}
