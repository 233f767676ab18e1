// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// Every verb with `--json` prints objects that keep to a schema of the project.
@Suite struct SchemaTests {
    private static let receipt = "Sources/LimnPipeline/Flatten/receipt"

    /// What is typed one after the other, with the schema that it keeps to and the exit code.
    private static let story: [(typed: String, schema: String, code: Int32)] = [
        ("character list", "failure", 1), ("library check", "failure", 1),
        ("template import a.pdf", "template-import", 0), ("template import missing.pdf", "template-import", 1),
        ("template list", "template", 0), ("template show a", "template-show", 0),
        ("template show nothing", "failure", 1),
        ("template detect a --dry-run", "template-detect", 0), ("template detect nothing", "failure", 1),
        ("template detect a --all --name fields", "template-detect", 0), ("template remove fields --yes", "removed", 0),
        ("template rename a sheet", "template", 0),
        ("character create Maren --template sheet", "character", 0),
        ("character create Ole --template nothing", "failure", 1),
        ("character draw Maren --page 1 a.xopp --fit", "character-ink", 0),
        ("character draw Nobody --page 1 a.xopp", "failure", 1),
        ("character list", "character", 0), ("character list --search Maren", "character", 0),
        ("character show Maren", "character-show", 0),
        ("character show Nobody", "failure", 1), ("character favorite Maren", "character", 0),
        ("character tag Maren hero", "character", 0), ("character rename Maren Mara", "character", 0),
        ("character undo Mara", "character-ink", 0), ("character redo Mara", "character-ink", 0),
        ("character changes Mara", "character-change", 0),
        ("character changes Mara -o changes.png", "character-change-picture", 0),
        ("render Mara --dpi 20 -o drawn", "character-picture", 0),
        ("character item add Mara --page 1 --text Hello --at 9,9", "character-ink", 0),
        ("character item list Mara", "item", 0), ("character item remove Mara --page 1 --index 1", "character-ink", 0),
        ("character item remove Mara --page 1 --index 1", "failure", 1),
        ("character layer add Mara Plans --page 1 --audience gm", "character-ink", 0),
        ("character layer list Mara", "layer", 0), ("character layer hide Mara Nothing --page 1", "failure", 1),
        ("character layer rename Mara Plans Traps --page 1", "character-ink", 0),
        ("character undo Mara", "character-ink", 0), ("character undo Mara", "character-ink", 0),
        ("character fill Mara --set identity.name=Maren", "character-form-change", 0),
        ("character fill Mara --set nothing=Maren", "character-form-change", 1),
        ("character fill Mara --set motto=Onward --dry-run", "character-form-change", 0),
        ("character fill Nobody --set a=b", "failure", 1),
        ("character undo Mara --form", "character-form-change", 0),
        ("character undo Mara --form", "failure", 1),
        ("character redo Mara --form", "character-form-change", 0),
        ("character page list Mara", "character-pages", 0),
        ("character page insert Mara --after 1 --paper lined", "character-pages", 0),
        ("character page duplicate Mara --page 1", "character-pages", 0),
        ("character page move Mara --page 3 --before 1", "character-pages", 0),
        ("character page rotate Mara --page 1", "character-pages", 0),
        ("character changes Mara", "character-change", 0),
        ("character page remove Mara --page 9", "failure", 1),
        ("character page remove Mara --page 1", "character-pages", 0), ("character undo Mara", "character-ink", 0),
        ("character undo Mara", "character-ink", 0), ("character undo Mara", "character-ink", 0),
        ("character undo Mara", "character-ink", 0), ("character undo Mara", "character-ink", 0),
        ("character values Mara", "character-form", 0), ("character values Nobody", "failure", 1),
        ("character show Mara", "character-show", 0),
        ("export Mara -o out.pdf", receipt, 0), ("export Nobody", "failure", 1),
        ("character import out.pdf --name Again", "character-import", 0),
        ("character import missing.pdf", "failure", 1),
        ("thumbnails Mara", "thumbnails", 0),
        ("character rebase Mara --to twin --dry-run", "failure", 1), ("template import twin.pdf", "template-import", 0),
        ("character rebase Mara --to twin --dry-run", "character-rebase", 0),
        ("character rebase Mara --to twin --preview preview", "character-rebase", 0),
        ("character changes Mara", "character-change", 0), ("character undo Mara", "character-ink", 0),
        ("library check", "library", 0), ("library backup backup", "library", 0),
        ("library pack Mara mara.limnpack", "pack", 0), ("library unpack mara.limnpack", "pack", 0),
        ("library unpack missing.limnpack", "failure", 1), ("library backup backup", "failure", 1),
        ("sync folder", "sync", 0), ("sync folder --dry-run", "sync", 0), ("sync folder Nobody", "failure", 1),
        ("sync .", "failure", 1),
        ("character remove Nobody --yes", "failure", 1),
        ("template remove sheet --yes", "removed", 0), ("trash list", "trash", 0),
        ("trash keep 9", "trash-days", 0), ("trash restore sheet", "trash", 0), ("trash restore nothing", "failure", 1),
        ("library restore backup --yes", "library", 0),
        ("access add Ada --role viewer --character Mara --days 9", "access-change", 0),
        ("access add Ole --role owner", "access-change", 0), ("access add Ole --role owner", "failure", 1),
        ("access list", "access", 0), ("access revoke Ada", "access-change", 0), ("access revoke Ada", "failure", 1),
        ("render a.pdf --dpi 20 -o pages", "render", 0), ("render missing.pdf", "render", 1),
        ("render a.pdf --pages 9", "render", 1), ("render notes.xopp --dpi 20 -o pages", "render", 0),
        ("thumbnail a.pdf -o small.png", "render", 0), ("contact-sheet a.pdf missing.pdf -o sheet.png", "render", 1),
        ("flatten a.pdf a.xopp -o flat.pdf", receipt, 0), ("flatten missing.pdf a.xopp -o flat.pdf", receipt, 1),
        ("inspect a.pdf", "inspect", 0), ("inspect a.xopp", "inspect", 0), ("inspect missing", "inspect", 1),
        ("text --ink missing.limn", "handwriting", 1), ("text --ink missing.limn --search a", "handwriting-hit", 1),
        ("text a.pdf", "text", 0), ("text missing", "text", 1), ("text a.pdf --pages 9", "text", 1),
        ("marks marked.pdf", "marks", 0), ("marks missing", "marks", 1),
        ("ink convert a.xopp a.limn", "ink", 0), ("ink convert missing.xopp a.limn", "ink", 1),
        ("ink simplify a.xopp b.limn", "ink", 0), ("ink strip flat.pdf stripped.pdf", "strip", 0),
        ("item add a.pdf -o item.pdf --page 1 --text Hello --at 9,9", receipt, 0), ("item list item.pdf", "item", 0),
        ("item add a.limn -o b.limn --page 1 --note Trap --at 9,9", "ink", 0), ("item list b.limn", "item", 0),
        ("item remove b.limn -o c.limn --page 1 --index 1", "ink", 0), ("item list missing.limn", "failure", 1),
        ("layer add a.limn Plans -o layers.limn --audience gm", "ink", 0), ("layer list layers.limn", "layer", 0),
        ("layer hide layers.limn Nothing -o none.limn", "ink", 1), ("layer list missing.limn", "failure", 1),
        ("rebase a.pdf a.pdf a.limn -o moved.limn", "rebase", 0),
        ("rebase a.pdf a.pdf a.limn -o moved.limn --preview preview", "rebase", 0),
        ("rebase a.pdf missing.pdf a.limn -o moved.limn", "rebase", 1),
        ("form show a.pdf", "form", 0), ("form show missing.pdf", "form", 1), ("form show flat.pdf", "form", 0),
        ("form fill a.pdf -o filled.pdf --set identity.name=Maren", "form-fill", 0),
        ("form fill a.pdf -o filled.pdf --set nothing=Maren", "form-fill", 1),
        ("form fill missing.pdf -o filled.pdf --set a=b", "form-fill", 1),
        ("form fill a.pdf party.csv -o party/{@row}.pdf", "form-fill", 3),
        ("form fill a.pdf party.csv -o party/same.pdf", "form-fill", 1),
        ("form fill a.pdf party.csv -o party/{nothing}.pdf", "failure", 1),
        ("form clear filled.pdf -o clear.pdf", "form-fill", 0),
        ("form detect boxes.pdf -o fillable.pdf", "form-detect", 0), ("form detect boxes.pdf", "form-detect", 0),
        ("form detect fillable.pdf -o none.pdf", "form-detect", 1), ("form detect missing.pdf", "form-detect", 1),
        ("form read missing.pdf", "form-read", 1),
        ("form map fillable.pdf game.json", "form-map", 0), ("form map missing.pdf game.json", "failure", 1),
        ("doctor", "doctor", 0), ("batch status out", "batch-status", 3), ("batch status missing", "failure", 1),
    ]

    @Test func `Every verb prints objects that keep to its schema, also where it fails`() throws {
        let shell = try Shell([
            "a.pdf": try Documents.sheet(), "twin.pdf": try Project.sample("character-sheet.pdf") + Array("%\n".utf8),
            "a.xopp": try Project.sample("character-sheet.xopp"),
            "notes.xopp": Notes.xopp(),
            "marked.pdf": Documents.pdf(
                [(200, 100)], page: "/Annots[<</Subtype/Highlight/F 4/C[1 1 0]/Contents(Why)/Rect[20 20 90 40]>>]"),
            "boxes.pdf": FormDetectTests.sheet(), "game.json": Array(#"{"fields": {"name": "hero"}}"#.utf8),
            "party.csv": Array("identity.name,identity.level\nMaren,4\nOle,123456789012345678901234567890\n".utf8),
        ])
        // A batch of which one task of two is done; its list and its results have no verb that prints them.
        _ = try shell.sh(
            """
            limn batch plan --verb render --dpi 20 a.pdf > list; limn batch plan --verb inspect a.pdf >> list
            limn batch run list -o out --shard 1/2 --quiet; head -1 list > first; cat out/results-*.jsonl > result
            """)
        var files = [
            "batch-task": [shell.folder.path("first")], "batch-result": [shell.folder.path("result")],
        ]
        for (index, step) in Self.story.enumerated() {
            let done = try TestSupport.run(
                Executable.path, (step.typed + " --json").split(separator: " ").map { Array($0.utf8) },
                environment: ["LIMN_LIBRARY": shell.folder.path("library"), "HOME": shell.folder.url.path],
                directory: shell.folder.url)
            #expect(done.status == step.code || step.typed == "doctor", "\(step.typed): \(done.status) \(done.stderr)")
            let lines = done.text.split(separator: "\n").map(String.init)
            #expect(!lines.isEmpty, "\(step.typed) prints nothing")
            for (number, line) in lines.enumerated() {
                let name = "line-\(index)-\(number).json"
                try shell.write(name, Array(line.utf8))
                files[step.schema, default: []].append(shell.folder.path(name))
            }
        }
        for (schema, lines) in files {
            let path = schema.contains("/") ? "\(schema).schema.json" : "Documentation/schemas/\(schema).schema.json"
            let complaints = try python(
                "judge_receipt", [Project.folder.appendingPathComponent(path).path] + lines.sorted())
            for complaint in complaints.split(separator: "\n") {
                let index = complaint.split(separator: "line-").last?.prefix { $0.isNumber }
                let typed = index.flatMap { Int($0) }.map { Self.story[$0].typed } ?? ""
                Issue.record("\(typed) (\(schema)): \(complaint)")
            }
        }
    }
}
