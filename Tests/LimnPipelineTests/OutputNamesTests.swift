// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnInk
internal import LimnJobs
@testable internal import LimnPipeline
internal import SystemPackage
internal import Testing

struct OutputNamesTests {
    private func names(
        _ inputs: [FilePath], in folder: FilePath = "out", naming: RenderRequest.Naming = .byPage,
        keepsFolders: Bool = false
    ) throws -> OutputNames {
        var request = RenderRequest(inputs: inputs, destination: .folder(folder), naming: naming, for: .everyone)
        request.keepsFolders = keepsFolders
        return try OutputNames(request)
    }

    @Test(arguments: [
        (1, 9, "out/a-1.png"), (3, 10, "out/a-03.png"), (10, 10, "out/a-10.png"), (7, 1000, "out/a-0007.png"),
    ])
    func `Page numbers are padded to the width of the page count`(page: Int, count: Int, name: String) throws {
        #expect(try names(["dir/a.pdf"]).name(of: "dir/a.pdf", page: page, pageCount: count).string == name)
    }

    @Test(arguments: [
        ("a.pdf", "a"), ("a.b.pdf", "a.b"), ("noextension", "noextension"), (".hidden", ".hidden"), ("x/y.PDF", "y"),
        ("a.", "a"), ("..a.pdf", "..a"), ("-", "stdin"), ("/", "stdin"), ("x/..", "stdin"),
        ("two words.pdf", "two words"),
    ])
    func `A stem is the name without its last extension`(path: String, stem: String) {
        #expect(OutputNames.stem(of: FilePath(path)).string == stem)
    }

    @Test func `A name that is not UTF-8 keeps its bytes`() {
        let stem = [UInt8]([0xff, 0x41, 0xfe])
        let path = FilePath(bytes: stem + Array(".pdf".utf8))
        #expect(OutputNames.stem(of: path).bytes == stem)
    }

    @Test func `Thumbnails are named by their document alone, and the current folder adds nothing`() throws {
        #expect(try names(["x/a.pdf"], naming: .byDocument).name(of: "x/a.pdf", page: 3, pageCount: 9) == "out/a.png")
        #expect(try names(["x/a.pdf"], in: "").name(of: "x/a.pdf", page: 3, pageCount: 9) == "a-3.png")
    }

    @Test func `One file and standard output are taken as they are`() throws {
        let file = try OutputNames(RenderRequest(inputs: ["a.pdf"], destination: .file("b/c.jpg"), for: .everyone))
        #expect(file.name(of: "a.pdf", page: 3, pageCount: 9) == "b/c.jpg")
        let output = try OutputNames(RenderRequest(inputs: ["a.pdf"], destination: .standardOutput, for: .everyone))
        #expect(output.name(of: "a.pdf", page: 3, pageCount: 9) == "-")
    }

    @Test func `Kept folders never lead out of the destination`() throws {
        let inputs: [FilePath] = ["/x/y/a.pdf", "../z/a.pdf", "./a.pdf"]
        let names = try names(inputs, keepsFolders: true)
        #expect(
            inputs.map { names.name(of: $0, page: 1, pageCount: 1).string }
                == ["out/x/y/a-1.png", "out/z/a-1.png", "out/a-1.png"])
    }

    @Test func `Two inputs that would write the same names are refused before any work`() throws {
        for inputs in [["x/a.pdf", "y/a.pdf"], ["a.pdf", "a.PDF"], ["a.pdf", "a.pdf"]] as [[FilePath]] {
            let error = #expect(throws: LimnError.self) { try names(inputs) }
            #expect(error?.code == (inputs[0] == inputs[1] ? .outputsCollide : .needsKeptFolders))
            #expect(error?.subject == inputs[1].string)
        }
        let error = #expect(throws: LimnError.self) { try names(["x/a.pdf", "y/a.pdf"]) }
        #expect(error?.sentence == "The file would write out/a-….png, and so would x/a.pdf.")
        #expect(throws: LimnError.self) { try names(["x/a.pdf", "../x/a.pdf"], keepsFolders: true) }
        _ = try names(["x/a.pdf", "y/a.pdf"], keepsFolders: true)
        _ = try names(["x/a.pdf", "x/b.pdf"])
    }
}
