// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry
internal import LimnPDFObjects
internal import Testing
internal import TestSupport

struct SignatureInfoTests {
    private func info(_ catalog: String, _ objects: String...) throws -> SignatureInfo {
        var pdf = TestPDF.page("", catalog: catalog)
        for object in objects { pdf.add(object) }
        return try ObjectDocument(bytes: pdf.bytes).signatures()
    }

    private func signature(_ references: String) -> String {
        "<< /Type /Sig /ByteRange [0 1 2 3] /Contents <00> /Reference \(references) >>"
    }

    private func mdp(_ parameters: String) -> String {
        "[<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /Type /TransformParams \(parameters) >> >>]"
    }

    @Test func `What signatures permit is read from the certification, the fields and their locks`() throws {
        let none = try info("")
        #expect(!none.isSigned && none.permissionLevel == nil && none.permitsAnnotations)
        for (parameters, level) in [("/P 1", 1), ("/P 2", 2), ("/P 3", 3), ("", 2)] {
            let found = try info("/Perms << /DocMDP 5 0 R >>", signature(mdp(parameters)))
            #expect(found.isSigned && found.permissionLevel == level && !found.isMalformed)
            #expect(found.permitsAnnotations == (level == 3))
            let field = "<< /FT /Sig /T (s) /V 5 0 R >>"
            let other = try info("/AcroForm << /Fields [6 0 R] >>", signature(mdp(parameters)), field)
            #expect(other.isSigned && other.permissionLevel == level)
        }
        let approval = try info(
            "/AcroForm << /Fields [5 0 R] >>", "<< /T (a) /FT /Sig /Kids [6 0 R] >>",
            "<< /Parent 5 0 R /V << /ByteRange [0 1 2 3] >> >>")
        #expect(approval.isSigned && approval.permissionLevel == nil && approval.permitsAnnotations)
        let empty = try info("/AcroForm << /Fields [5 0 R] >>", "<< /FT /Sig /T (s) /Lock << /P 1 >> >>")
        #expect(!empty.isSigned && empty.permitsAnnotations)
    }

    @Test func `The strictest level counts, and a signed field's lock too`() throws {
        let fields = "/AcroForm << /Fields [5 0 R 6 0 R] >>"
        let two = try info(
            fields, "<< /FT /Sig /T (a) /V \(signature(mdp("/P 3"))) >>",
            "<< /FT /Sig /T (b) /V \(signature(mdp("/P 1"))) >>")
        #expect(two.permissionLevel == 1 && !two.permitsAnnotations)
        let lock = try info(
            fields, "<< /FT /Sig /T (a) /V \(signature("[]")) /Lock << /Action /All /P 2 >> >>", "<< /FT /Tx /T (b) >>")
        #expect(lock.permissionLevel == 2 && lock.locksFields && !lock.permitsAnnotations)
        let only = "[<< /TransformMethod /FieldMDP /TransformParams << /Action /All >> >>]"
        let locked = try info(fields, "<< /FT /Sig /T (a) /V \(signature(only)) >>", "null")
        #expect(locked.locksFields && locked.permissionLevel == nil && locked.permitsAnnotations)
    }

    @Test func `What is malformed permits nothing`() throws {
        for object in [
            signature(mdp("/P 0")), signature(mdp("/P (3)")), signature("[<< >>]"), signature("/None"),
            signature("[]"), "/None", signature("[null]"),
        ] {
            let found = try info("/Perms << /DocMDP 5 0 R >>", object)
            #expect(found.isSigned && !found.permitsAnnotations, "\(object)")
        }
        // Fields that are their own kids end all the same.
        let loop = try info("/AcroForm << /Fields [5 0 R] >>", "<< /FT /Sig /T (s) /Kids [5 0 R] >>")
        #expect(!loop.isSigned)
    }

    private func opinions(
        _ kind: String, _ changes: (ObjectDocument) throws -> DocumentChanges
    ) throws -> (info: SignatureInfo, before: ExportJudge.Signature, after: ExportJudge.Signature) {
        let folder = try TemporaryFolder()
        let sheet = Project.samples.appendingPathComponent("character-sheet.pdf").path
        let signed = folder.path("signed.pdf")
        _ = try python("sign_pdf", sheet, signed, kind)
        let document = try ObjectDocument(bytes: Array(try Data(contentsOf: URL(fileURLWithPath: signed))))
        let output = try folder.write(try Save.append(document, try changes(document)), "after.pdf")
        let opinions = try ExportJudge.signatures([signed, output])
        return (try document.signatures(), try #require(opinions[0].first), try #require(opinions[1].first))
    }

    private func marks(_ document: ObjectDocument) throws -> [(page: Int, annotation: InkAnnotation)] {
        let page = try document.pageGeometry(at: 0)
        return [10.0, 50].map { (0, .mark(Rect(x0: $0, y0: 10, x1: $0 + 20, y1: 18), on: page)) }
    }

    @Test(arguments: ["approval", "certify3"])
    func `pyHanko finds a signature intact behind annotations with source ink, at a level that it permits`(
        kind: String
    ) throws {
        let (info, before, after) = try opinions(kind) { document in
            DocumentChanges(annotations: try marks(document), sourceInk: .sourceInk(Array("LIMNINK".utf8)))
        }
        #expect(info.isSigned && info.permitsAnnotations)
        #expect(info.permissionLevel == (kind == "certify3" ? 3 : nil))
        #expect(before.own.level == "NONE" && before.own.isAllowed)
        #expect(after.extended.intact && after.extended.valid)
        #expect(after.extended.level == "ANNOTATIONS" && after.extended.isAllowed, "\(after.extended.why)")
        // Its own policy has no rule for annotations, and so takes any for suspicious.
        #expect(after.own.intact && after.own.level == "OTHER" && !after.own.isAllowed)
    }

    @Test(arguments: [("certify1", 1), ("certify2", 2), ("lock2", 2)])
    func `pyHanko finds annotations to be more than what a stricter signature permits`(kind: String, level: Int) throws
    {
        let (info, _, after) = try opinions(kind) { DocumentChanges(annotations: try marks($0)) }
        #expect(info.permissionLevel == level && !info.permitsAnnotations && !info.isMalformed)
        #expect(after.extended.intact && after.extended.permission == level)
        #expect(after.extended.level == "ANNOTATIONS" && !after.extended.isAllowed)
    }

    @Test func `pyHanko permits neither page content nor a change of the catalog`() throws {
        let overlay = try opinions("certify3") { document in
            let page = try document.pageGeometry(at: 0)
            return DocumentChanges(overlays: [(0, .mark(Rect(x0: 10, y0: 10, x1: 20, y1: 20), on: page))])
        }
        #expect(overlay.after.extended.intact && overlay.after.extended.level == "OTHER")
    }
}
