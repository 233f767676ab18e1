// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes

extension OpenAPIDocument {
    private static let base = "/api/v1"
    private static let list: [OpenAPIOperation.Parameter] = [
        .query("q"), .query("cursor"), .query("limit", .integer(from: 1, to: 1000)),
    ]
    private static let ink = "application/vnd.limn.ink"
    private static let editHeaders: [OpenAPIOperation.Parameter] = [.header("If-Match"), .header("Idempotency-Key")]

    /// The operations for signing in and for the contents of the library.
    static let library: [OpenAPIOperation] =
        templates + characters + owner + [
            OpenAPIOperation(
                .get, "/sign-in", "followLink", "A page with a button that signs in with the code of a link.",
                [.query("code")],
                answers: [200: [.bytes("text/html")], 303: []]),
            OpenAPIOperation(
                .post, "/sign-in", "signInByLink",
                "Exchanges the code of a link for a cookie, for the button on that page.",
                body: [.bytes("application/x-www-form-urlencoded")], answers: [303: []]),
            OpenAPIOperation(
                .post, "\(base)/session", "signIn", "Exchanges the code of a link for a cookie.",
                body: [.json("Code")], answers: [201: [.json("Identity")]]),
            OpenAPIOperation(
                .get, "\(base)/session", "showSession", "Shows who is signed in.", answers: [200: [.json("Identity")]]),
            OpenAPIOperation(
                .delete, "\(base)/session", "signOut", "Signs out: the cookie is no longer valid.", answers: [204: []]),
            OpenAPIOperation(
                .get, "\(base)/events", "watch", "Reports changes as they happen (Server-Sent Events).",
                [.header("Last-Event-ID")], answers: [200: [.bytes("text/event-stream")]]),
        ]

    private static let templates: [OpenAPIOperation] = [
        OpenAPIOperation(
            .get, "\(base)/templates", "listTemplates", "Lists templates.", list,
            answers: [200: [.json("TemplateList")]]),
        OpenAPIOperation(
            .post, "\(base)/templates", "importTemplate", "Imports a PDF as a template.",
            [.query("name"), .header("X-PDF-Password")], body: [.bytes("application/pdf")],
            answers: [200: [.json("Template")], 201: [.json("Template")]]),
        OpenAPIOperation(
            .get, "\(base)/templates/{template}", "showTemplate", "Shows a template.",
            answers: [200: [.json("Template")]]),
        OpenAPIOperation(
            .patch, "\(base)/templates/{template}", "renameTemplate", "Renames a template.",
            body: [.json("TemplateChanges")], answers: [200: [.json("Template")]]),
        OpenAPIOperation(
            .delete, "\(base)/templates/{template}", "removeTemplate",
            "Moves a template to the trash, and reports what went with it.",
            [.query("keepCharacters", .type("boolean"))],
            answers: [200: [.json("Object")]]),
        OpenAPIOperation(
            .get, "\(base)/templates/{template}/file", "downloadTemplate", "The PDF of a template.",
            [.header("Range"), .header("If-None-Match"), .header("If-Range")],
            answers: [200: [.bytes("application/pdf")], 206: [.bytes("application/pdf")], 304: []]),
        OpenAPIOperation(
            .get, "\(base)/templates/{template}/outline", "showOutline", "The outline of a template.",
            answers: [200: [.json("ObjectList")]]),
        OpenAPIOperation(
            .get, "\(base)/templates/{template}/pages", "listTemplatePages", "The sizes of a template's pages.",
            answers: [200: [.json("ObjectList")]]),
        OpenAPIOperation(
            .get, "\(base)/templates/{template}/form", "showTemplateForm", "The form fields of a template.",
            [.header("X-PDF-Password")], answers: [200: [.json("Form")]]),
        OpenAPIOperation(
            .get, "\(base)/templates/{template}/detection", "showDetection",
            "The job that looked last for places to write in on a template, with the fields that it proposes.",
            answers: [200: [.json("Job")]]),
        OpenAPIOperation(
            .post, "\(base)/templates/{template}/detection", "detectFields",
            "Looks for places to write in or, where the body has fields, makes a template with these fields.",
            [.header("X-PDF-Password")], body: [.json("FormDesign")], optionalBody: true,
            answers: [200: [.json("Template")], 201: [.json("Template")], 202: [.json("Job")]]),
        OpenAPIOperation(
            .get, "\(base)/templates/{template}/design", "showDesign",
            "The form fields that people are designing for a template, or what has changed after a revision.",
            [.query("since", .type("integer"))], answers: [200: [.json("Design")]]),
        OpenAPIOperation(
            .post, "\(base)/templates/{template}/design", "beginDesign",
            "Begins a design. Where somebody has begun one, that is the answer.",
            body: [.json("DesignChange")], answers: [200: [.json("Design")], 201: [.json("Design")]]),
        OpenAPIOperation(
            .patch, "\(base)/templates/{template}/design", "changeDesign",
            "Sets properties of fields of a design, and removes fields. Each property has the value that came last.",
            [.query("since", .type("integer")), .query("draft")], body: [.json("DesignChange")],
            answers: [200: [.json("Design")]]),
        OpenAPIOperation(
            .delete, "\(base)/templates/{template}/design", "endDesign",
            "Forgets a design; with “revision”, only if it has not changed since then.",
            [.query("client"), .query("revision", .type("integer"))], answers: [204: []]),
        OpenAPIOperation(
            .get, "\(base)/mappings", "listMappings",
            "Lists the mappings that fill forms with data of other programs: those that were saved, and those of Limn.",
            list, answers: [200: [.json("MappingList")]]),
        OpenAPIOperation(
            .post, "\(base)/mappings", "saveMapping",
            "Saves a mapping that gives fields what another mapping knows, under a name. An older one of that name goes.",
            body: [.json("NewMapping")], answers: [200: [.json("Mapping")], 201: [.json("Mapping")]]),
        OpenAPIOperation(
            .get, "\(base)/mappings/{mapping}", "readMapping", "A mapping, for `limn form fill --mapping`.",
            answers: [200: [.bytes("application/json")]]),
        OpenAPIOperation(
            .delete, "\(base)/mappings/{mapping}", "removeMapping", "Removes a mapping that was saved.",
            answers: [204: []]),
        OpenAPIOperation(
            .post, "\(base)/mappings/{mapping}/matches", "matchFields",
            "Proposes what a mapping knows for fields, by the words of their names.",
            body: [.json("MatchRequest")], answers: [200: [.json("FieldMatches")]]),
        OpenAPIOperation(
            .get, "\(base)/templates/{template}/pages/{page}/text", "readTemplateText",
            "What is written on a page of a template, with its places.",
            [.header("X-PDF-Password"), .header("If-None-Match")], answers: [200: [.json("WrittenPage")], 304: []]),
    ]

    private static let characters: [OpenAPIOperation] = [
        OpenAPIOperation(
            .get, "\(base)/characters", "listCharacters", "Lists characters.",
            list + [.query("tag"), .query("favorite", .type("boolean")), .query("template"), .query("sort")],
            answers: [200: [.json("CharacterList")]]),
        OpenAPIOperation(
            .post, "\(base)/characters", "createCharacter", "Creates a character.", body: [.json("NewCharacter")],
            answers: [201: [.json("Character")]]),
        OpenAPIOperation(
            .get, "\(base)/characters/{character}", "showCharacter", "Shows a character.",
            answers: [200: [.json("Character")]]),
        OpenAPIOperation(
            .patch, "\(base)/characters/{character}", "changeCharacter", "Changes the properties of a character.",
            body: [.json("CharacterChanges")], answers: [200: [.json("Character")]]),
        OpenAPIOperation(
            .delete, "\(base)/characters/{character}", "removeCharacter", "Moves a character to the trash.",
            [.query("permanently", .type("boolean"))], answers: [204: []]),
        OpenAPIOperation(
            .post, "\(base)/characters/{character}/restore", "restoreCharacter",
            "Restores a character from the trash.", answers: [200: [.json("Character")]]),
        OpenAPIOperation(
            .post, "\(base)/characters/{character}/duplicate", "duplicateCharacter", "Copies a character.",
            body: [.json("NameChange")], optionalBody: true, answers: [201: [.json("Character")]]),
        OpenAPIOperation(
            .get, "\(base)/search", "searchPages",
            "Where words are written: in names, tags, printed and typed text, notes, marks, values of forms, and handwriting.",
            [.query("q"), .query("kinds"), .query("limit", .integer(from: 1, to: 200))],
            answers: [200: [.json("FoundPlaces")]]),
        OpenAPIOperation(
            .post, "\(base)/characters/{character}/rebase", "rebaseCharacter",
            "Moves a character to a new edition of its template, or reports what would move.",
            [.header("If-Match"), .header("X-PDF-Password")], body: [.json("EditionMove")],
            answers: [200: [.json("EditionPlaces")]]),
        OpenAPIOperation(
            .post, "\(base)/characters/{character}/undo", "undoCharacter",
            "Undoes the caller's own last change, on whichever page, or the owner's move to a new edition.",
            body: [.json("OwnChange")], optionalBody: true, answers: [200: [.json("OwnStep")]]),
        OpenAPIOperation(
            .post, "\(base)/characters/{character}/redo", "redoCharacter",
            "Redoes the caller's own change that was undone last.", body: [.json("OwnChange")], optionalBody: true,
            answers: [200: [.json("OwnStep")]]),
        OpenAPIOperation(
            .get, "\(base)/characters/{character}/history", "showOwnHistory",
            "The changes that the caller can undo and redo, the next ones last.",
            answers: [200: [.json("OwnHistory")]]),
        OpenAPIOperation(
            .get, "\(base)/characters/{character}/package", "packCharacter",
            "A character with its template and ink in one file.", [.query("audience", .words("players", "gm"))],
            answers: [200: [.bytes("application/zip")], 304: []]),
        OpenAPIOperation(
            .post, "\(base)/characters/unpack", "unpackCharacter",
            "Imports the character of a package into the library.",
            [.header("X-PDF-Password")], body: [.bytes("application/zip"), .bytes()],
            answers: [201: [.json("Character")]]),
        OpenAPIOperation(
            .post, "\(base)/characters/import", "importCharacter",
            "Makes a character of a filled PDF, with its ink and its values.",
            [.query("name"), .query("template"), .header("X-PDF-Password")], body: [.bytes("application/pdf")],
            answers: [201: [.json("Character")]]),
        OpenAPIOperation(
            .get, "\(base)/characters/{character}/pages", "listPages",
            """
            The pages of a character, in their order; with `q`, those on which the words may be printed one after another, \
            with the `count` of places if it is known; `whole` says that longer words do not count. Each has its places in \
            `handwriting`, which may say the words or longer ones, with their `box` and `certainty`.
            """,
            [.query("q"), .query("whole", .type("boolean"))],
            answers: [200: [.json("ObjectList")]]),
        OpenAPIOperation(
            .post, "\(base)/characters/{character}/pages", "changePages",
            "Inserts, duplicates, moves, rotates or removes a page; the same mark again changes nothing.",
            [.query("mark")], body: [.json("PageChange")], answers: [200: [.json("ChangedPages")]]),
        OpenAPIOperation(
            .get, "\(base)/characters/{character}/pages/{page}/ink", "readInk", "The ink of a page.",
            [.header("If-None-Match"), .query("revision", .integer(from: 0, to: 1 << 40))],
            answers: [200: [.json("Object"), .bytes(ink)], 304: []]),
        OpenAPIOperation(
            .get, "\(base)/characters/{character}/pages/{page}/offers", "listOffers",
            "The values that the ink in the fields of a page may say, as far as it was read.",
            [.header("If-None-Match")], answers: [200: [.json("Offers")], 304: []]),
        OpenAPIOperation(
            .get, "\(base)/characters/{character}/pages/{page}/text", "readText",
            "What is printed, filled in and typed on a page, with its places.",
            [.header("X-PDF-Password"), .header("If-None-Match")], answers: [200: [.json("WrittenPage")], 304: []]),
        OpenAPIOperation(
            .get, "\(base)/characters/{character}/text", "readTexts",
            "What is printed on several pages, with its places.",
            [.query("pages"), .header("X-PDF-Password")], answers: [200: [.json("PrintedPages")]]),
        OpenAPIOperation(
            .get, "\(base)/characters/{character}/pages/{page}/history", "listEdits",
            "The edits of a page that are in effect and still stored, oldest first.",
            [.query("cursor"), .query("limit", .integer(from: 1, to: 1000))],
            answers: [200: [.json("PageHistory")]]),
        OpenAPIOperation(
            .post, "\(base)/characters/{character}/presence", "showPresence",
            "Shows others for half a minute which page of a character you view; null when you leave. With “at”, shows "
                + "those who listen where you point instead, in parts of the page's width and height.",
            body: [.json("Presence")], answers: [200: [.json("People")]]),
        OpenAPIOperation(
            .get, "\(base)/characters/{character}/presence", "listPeople", "Who views which page of a character.",
            answers: [200: [.json("People")]]),
        OpenAPIOperation(
            .post, "\(base)/characters/{character}/pages/{page}/edits", "editPage",
            "Changes the ink of a page. “turn” is the rotation of the page for which the change was made, today's by "
                + "default: if the page has been turned since, added ink turns with it, and other changes get status 412.",
            [
                .header("If-Match"), .header("Idempotency-Key", required: true), .query("mark"), .query("takesBack"),
                .query("turn", .words("0", "90", "180", "270")),
            ],
            body: [.json("Edits"), .bytes(ink)],
            answers: [200: [.json("EditAnswer")]]),
        OpenAPIOperation(
            .post, "\(base)/characters/{character}/pages/{page}/undo", "undoPage", "Undoes the last change of a page.",
            editHeaders, answers: [200: [.json("EditAnswer")]]),
        OpenAPIOperation(
            .post, "\(base)/characters/{character}/pages/{page}/redo", "redoPage", "Redoes what was undone.",
            editHeaders, answers: [200: [.json("EditAnswer")]]),
        OpenAPIOperation(
            .post, "\(base)/characters/{character}/pages/{page}/items/picture", "drawText",
            "A picture of a text, or of a part of it, as exports draw it, with a transparent background.",
            body: [.json("TextPicture")],
            answers: [200: [.bytes("image/png")]]),
        OpenAPIOperation(
            .get, "\(base)/characters/{character}/form", "showForm",
            "The form of a character: its fields, where they are, and their values.", [.header("X-PDF-Password")],
            answers: [200: [.json("CharacterForm")]]),
        OpenAPIOperation(
            .put, "\(base)/characters/{character}/form", "fillForm",
            "Sets the values of a character's form fields; fields that are not named stay as they are.",
            [
                .header("If-Match", required: true), .header("X-PDF-Password"), .query("mark"), .query("takesBack"),
            ], body: [.json("FormChanges")],
            answers: [200: [.json("CharacterForm")]]),
        OpenAPIOperation(
            .post, "\(base)/characters/{character}/form/data", "fillFormFromData",
            "Fills a form with a file: values by the names of fields or, with a mapping, data of another program. With "
                + "“partial”, values that are refused are left out.",
            [
                .query("mapping"), .query("format"), .query("partial", .type("boolean")), .header("X-PDF-Password"),
            ], body: [.bytes()], answers: [200: [.json("FilledForm")]]),
        OpenAPIOperation(
            .post, "\(base)/characters/{character}/form/undo", "undoForm", "Undoes the last change of values.",
            [.header("If-Match"), .header("X-PDF-Password")], answers: [200: [.json("CharacterForm")]]),
        OpenAPIOperation(
            .post, "\(base)/characters/{character}/form/redo", "redoForm",
            "Redoes the change of values that was undone.",
            [.header("If-Match"), .header("X-PDF-Password")], answers: [200: [.json("CharacterForm")]]),
        OpenAPIOperation(
            .post, "\(base)/characters/{character}/exports", "exportCharacter",
            "Starts an export of a character as a PDF with its ink.", [.header("X-PDF-Password")],
            body: [.json("Object")], optionalBody: true, answers: [202: [.json("Job")]]),
    ]
}
