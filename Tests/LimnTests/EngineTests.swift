// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Limn
import LimnInProcess
import Testing
import TestSupport

/// The engine as a program that links Limn calls it.
struct EngineTests {
    private static func bytes(_ name: String) throws -> [UInt8] { Array(try Project.sample(name)) }
    private static let sheet = FilePath(Project.samples.appendingPathComponent("character-sheet.pdf").path)

    private static let line = Drawing(strokes: [
        Stroke(
            brush: Brush(kind: .pen, color: Color(rgba: 0xff00_00ff), width: 4),
            points: StrokePoints([Point(x: 100, y: 100), Point(x: 300, y: 100)], width: 4))
    ])

    @Test func `A page is drawn from a path, from bytes and from a descriptor alike`() async throws {
        let engine = Engine()
        let file = try FileDescriptor.open(Self.sheet, .readOnly)
        defer { try? file.close() }
        let sources: [Source] = [.path(Self.sheet), .bytes(try Self.bytes("character-sheet.pdf")), .descriptor(file)]
        var pictures: [RenderedPage] = []
        for source in sources { pictures.append(try await engine.render(source, page: 2, size: .dpi(40))) }
        #expect(pictures.allSatisfy { $0.bytes == pictures[0].bytes && $0.bytes.starts(with: [0x89, 0x50, 0x4e]) })
        #expect((pictures[0].width, pictures[0].height) == (331, 468))
    }

    @Test func `A result goes to a path, to bytes and to a descriptor alike`() async throws {
        let (engine, folder) = (Engine(), try TemporaryFolder())
        let bytes = try await engine.thumbnail(.path(Self.sheet), size: 64).bytes
        let path = FilePath(folder.path("a.png"))
        let empty = try await engine.thumbnail(.path(Self.sheet), size: 64, to: .path(path)).bytes
        let file = try FileDescriptor.open(
            FilePath(folder.path("b.png")), .readWrite, options: .create, permissions: .ownerReadWrite)
        defer { try? file.close() }
        _ = try await engine.thumbnail(.path(Self.sheet), size: 64, to: .descriptor(file))
        #expect(empty.isEmpty)
        for name in ["a.png", "b.png"] {
            #expect(Array(try Data(contentsOf: folder.url.appendingPathComponent(name))) == bytes)
        }
    }

    @Test func `Ink in memory goes over a document in memory, and comes back`() async throws {
        let engine = Engine()
        let original = try Self.bytes("character-sheet.pdf")
        let made = try await engine.flatten(
            [1: Self.line], over: .bytes(original), options: FlattenOptions(for: .everyone))
        #expect(made.bytes.starts(with: original))
        #expect(made.result.inkedPages == [1] && made.result.originalIsPrefix)
        let back = try await engine.ink(in: .bytes(made.bytes))
        #expect(back.document.pages[0].drawing.strokes.count == 1)
        #expect(back.format == .pdf)
    }

    @Test func `Errors have codes, so that nobody reads sentences`() async throws {
        let engine = Engine()
        func code(_ body: () async throws(LimnError) -> Void) async -> LimnError.Code? {
            do throws(LimnError) { try await body() } catch { return error.code }
            return nil
        }
        let locked = Source.bytes(try Self.bytes("character-sheet-encrypted.pdf"))
        #expect(await code { () throws(LimnError) in _ = try await engine.render(locked) } == .locked)
        #expect(
            await code { () throws(LimnError) in _ = try await engine.render(.path(Self.sheet), page: 3) }
                == .noSuchPage)
        #expect(
            await code { () throws(LimnError) in _ = try await engine.ink(in: .bytes([1, 2, 3])) } == .unrecognized)
        let large = Access(pixelLimit: 1000)
        #expect(
            await code { () throws(LimnError) in _ = try await engine.render(.path(Self.sheet), access: large) }
                == .refused)
    }

    @Test func `Ink is converted from one format to another in memory`() async throws {
        let engine = Engine()
        let ink = try await engine.ink(in: .bytes(try Self.bytes("character-sheet.xopp")))
        let (svg, dropped) = try await engine.convert(
            InkDocument(pages: [ink.document.pages[0]]), to: .svg)
        #expect(String(decoding: svg.prefix(200), as: UTF8.self).contains("<svg"))
        // The page behind the ink is no part of a picture of ink.
        #expect(dropped.isEmpty)
    }

    @Test func `Fifty requests at once are all answered, but for the one that is cancelled`() async throws {
        let engine = Engine()
        let answers = await withTaskGroup(of: LimnError.Code?.self, returning: [LimnError.Code?].self) { group in
            for number in 0..<50 {
                group.addTask {
                    let task = Task {
                        do throws(LimnError) {
                            _ = try await engine.render(.path(Self.sheet), page: number % 2 + 1, size: .dpi(20))
                            return nil as LimnError.Code?
                        } catch { return error.code }
                    }
                    if number == 25 { task.cancel() }
                    return await task.value
                }
            }
            var answers: [LimnError.Code?] = []
            for await answer in group { answers.append(answer) }
            return answers
        }
        #expect(answers.count(where: { $0 == nil }) == 49)
        #expect(answers.contains(.cancelled))
    }

    @Test func `A worker program that is missing costs a request an error`() async {
        var configuration = Engine.Configuration()
        configuration.workerProgram = "/nonexistent/limn-worker"
        let engine = Engine(configuration)
        await #expect(throws: LimnError.self) { _ = try await engine.thumbnail(.path(Self.sheet)) }
    }

    @Test func `This process draws what workers draw, where that is asked for`() async throws {
        let a = try await Engine(.inProcess).thumbnail(.path(Self.sheet), size: 128)
        let b = try await Engine().thumbnail(.path(Self.sheet), size: 128)
        #expect(a.bytes == b.bytes)
    }

    @Test func `Strokes on a character are exported`() async throws {
        let (engine, folder) = (Engine(), try TemporaryFolder())
        let library = try Library(at: FilePath(folder.path("library")), creating: true)
        let template = try await engine.importTemplate(.path(Self.sheet), into: library)
        #expect(template.name == "character-sheet")
        let hero = try library.createCharacter(NewCharacter(name: "Maren", template: template.id))
        _ = try library.append(Self.line.strokes, to: CharacterPage(hero.id, page: 1))
        let made = try await engine.export(hero.id, from: library, options: FlattenOptions(for: .everyone))
        #expect(try await engine.ink(in: .bytes(made.bytes)).document.strokeCount == 1)
    }
}
