// SPDX-License-Identifier: GPL-3.0-or-later
import LimnFormData
import LimnForms
import Testing

@Suite("Mappings make rows of data of another shape")
struct FormMappingTests {
    private static let data = #"""
        {"name": "Ann", "level": 3, "half": 0.5, "zero": 0, "empty": "", "nothing": null, "yes": true, "no": false, "text": "5",
         "odd key": {"a-b": "x"}, "html": "<p>One &amp; <b>two</b></p><ul><li>three<li>fo\nur</ul><script>x<p></script>",
         "stats": [{"id": 1, "value": 15}, {"id": 2, "value": 8}],
         "items": [{"name": "rope", "type": "gear", "weight": 10, "n": 2, "tags": ["a", "b"]},
                   {"name": "Axe", "type": "weapon", "weight": 2.5, "equipped": true, "system": {"level": 7}, "tags": ["c"]},
                   {"name": "bow", "type": "weapon", "weight": 2, "equipped": false, "system": {"level": 3}}],
         "modifiers": {"race": [{"sub": "x", "value": 1}], "class": [{"sub": "y", "value": 2}, {"sub": "x", "value": 4}], "none": null},
         "bonus": [null, 2, null], "words": ["b", "a", "b"], "bad": "\ud800"}
        """#

    private func tree(_ text: String) throws -> DataValue {
        try FormDataReader(purpose: .mapping).read(Array(text.utf8), fileName: "x.json").tree(at: 0)
    }

    private func literal(_ text: String) -> String {
        "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : $0 == "\n" ? "\\n" : "\($0)" }.joined() + "\""
    }

    /// The entry of one expression, or the sentence of its problem.
    private func result(_ expression: String, _ more: String = "") throws -> String {
        let mapping = try FormMapping(tree("{\(more)\"fields\": {\"f\": \(literal(expression))}}"))
        let form = Form(kind: .acroForm, fields: [FormField(name: "f", kind: .text)])
        let mapped = try mapping.row(from: tree(Self.data), for: form)
        if let problem = mapped.problems.first { return problem.sentence }
        switch mapped.row.entries.first?.entry {
        case .text(let text): return "'\(text)'"
        case .number(let number): return number
        case .flag(let flag): return "\(flag)"
        case .list(let texts): return "\(texts)"
        case .picture, nil: return "nothing"
        }
    }

    @Test("Paths, indices, filters and wildcards")
    func paths() throws {
        let rows = [
            ("name", "'Ann'"), ("$.name", "'Ann'"), ("level", "3"), ("missing", "nothing"),
            ("missing.a[3].b", "nothing"),
            ("nothing", "nothing"), ("yes", "true"), ("empty", "''"), ("$['odd key']['a-b']", "'x'"),
            ("$.'odd key'.'a-b'", "'x'"),
            ("items[0].name", "'rope'"), ("items[-1].name", "'bow'"), ("items[9].name", "nothing"),
            ("items[-9].name", "nothing"),
            ("items.name", "[\"rope\", \"Axe\", \"bow\"]"), ("stats[id=2].value", "8"),
            ("stats[id=9].value", "nothing"),
            ("items[type=weapon].name", "[\"Axe\", \"bow\"]"),
            ("items[type=weapon|gear].name", "[\"Axe\", \"bow\", \"rope\"]"),
            ("items[type=weapon,system.level=7].name", "'Axe'"), ("items[equipped].name", "'Axe'"),
            ("items[!equipped].name", "[\"bow\", \"rope\"]"),
            ("items[weight>=2.5].name", "[\"Axe\", \"rope\"]"), ("items[system.level<7].name", "'bow'"),
            ("items[type!=weapon].name", "'rope'"),
            ("items[name^=r].name", "'rope'"), ("items[name$='xe'].name", "'Axe'"),
            ("items[name*=o].name", "[\"bow\", \"rope\"]"),
            ("items[equipped=true].name", "'Axe'"), ("items[system=null].name", "'rope'"),
            ("items[name=('b' ? 'bow' : 'x')].weight", "2"),
            ("modifiers.*[sub=x].value", "[\"1\", \"4\"]"), ("words[this=b]", "[\"b\", \"b\"]"),
            ("items.tags", "[\"a\", \"b\", \"c\"]"),
            ("items[(level - 2)].name", "'Axe'"), ("$[('na' = 'na' ? 'name' : '')]", "'Ann'"),
        ]
        for (expression, expected) in rows {
            #expect(try result(expression) == expected, "\(expression)")
        }
    }

    @Test("Arithmetic, comparisons and choices")
    func operators() throws {
        let rows = [
            ("1 + 2 * 3", "7"), ("(1 + 2) * 3", "9"), ("7 / 2 - 1", "2.5"), ("-level", "-3"), ("- -level", "3"),
            ("2 \u{2212} 3 \u{d7} 2 \u{f7} 4", "0.5"),
            ("0.1 + 0.2", "0.3"), ("text + 1", "6"), ("yes + 1", "2"), ("nothing + 1", "1"),
            ("nothing + empty", "nothing"), ("nothing * 2", "nothing"),
            ("stats[id=1].value + sum(bonus)", "17"), ("level > 2", "true"), ("level = 3.0", "true"),
            ("level == 3", "true"), ("text != '5'", "false"),
            ("name < 'Bob'", "true"), ("nothing < 1", "false"), ("nothing = ''", "true"), ("level > 2 and no", "false"),
            ("no || yes", "true"),
            ("!no && !zero", "true"), ("not", "nothing"),
            ("level > 5 ? 'high' : level > 2 ? 'middle' : 'low'", "'middle'"),
            ("empty ?: name", "'Ann'"), ("zero ?: 5", "0"), ("missing ?: nothing ?: 'x'", "'x'"),
            ("items ? 1 : 2", "1"), ("words[this=z] ? 1 : 2", "2"),
            ("[1, 'a', true]", "[\"1\", \"a\", \"true\"]"), ("1000000 * 1000000", "1000000000000"),
            ("name ^= 'A'", "true"), ("level *= 3", "true"),
        ]
        for (expression, expected) in rows { #expect(try result(expression) == expected, "\(expression)") }
    }

    @Test("Texts and templates")
    func templates() throws {
        let rows = [
            ("'plain'", "'plain'"), ("'{name} of level {level}'", "'Ann of level 3'"), ("\"{name}'s\"", "'Ann's'"),
            ("'a\\nb\\{\\}\\'\\\\'", "'a\nb{}'\\'"),
            ("'{level > 2 ? '{name}!' : \"}\"}'", "'Ann!'"), ("'{nothing}{empty}'", "''"), ("'{words}'", "'b, a, b'"),
            ("''", "''"),
            ("'{items[type=weapon].name}'", "'Axe, bow'"), ("'{half}{yes}'", "'0.5true'"),
        ]
        for (expression, expected) in rows { #expect(try result(expression) == expected, "\(expression)") }
    }

    @Test("Functions")
    func functions() throws {
        let rows = [
            ("signed(3)", "'+3'"), ("signed(-1)", "'-1'"), ("signed(0)", "'+0'"), ("signed(half)", "'+0.5'"),
            ("signed(nothing)", "nothing"), ("mod(15)", "2"), ("mod(8)", "-1"),
            ("mod(9)", "-1"), ("mod(10)", "0"), ("mod(1)", "-5"), ("mod(nothing)", "nothing"), ("floor(2.7)", "2"),
            ("floor(-2.1)", "-3"), ("ceil(2.1)", "3"), ("round(2.5)", "3"),
            ("round(-2.5)", "-3"), ("round(1.005, 2)", "1.01"), ("abs(-3)", "3"), ("min(3, 1, 2)", "1"),
            ("max(stats.value)", "15"), ("max(words[this=z])", "nothing"), ("number('12 gp')", "12"),
            ("number('x')", "nothing"), ("sum(items.weight)", "14.5"), ("sum(nothing)", "0"), ("sum(1, bonus, 4)", "7"),
            ("count(items)", "3"), ("count(nothing)", "0"), ("count(modifiers)", "3"),
            ("first(words)", "'b'"), ("last(words)", "'b'"), ("first(nothing)", "nothing"),
            ("join(words)", "'b, a, b'"), ("join(words, '/')", "'b/a/b'"), ("lines(items.name)", "'rope\nAxe\nbow'"),
            ("join(sort(items).name)", "'Axe, bow, rope'"), ("join(sort(words, ''))", "'a, b, b'"),
            ("join(sort(items, 'type').name)", "'rope, Axe, bow'"), ("join(unique(words))", "'b, a'"),
            ("join(take(words, 2))", "'b, a'"), ("take(words, -1)", "nothing"), ("contains(words, 'a')", "true"),
            ("contains(name, 'nn')", "true"), ("contains(words, 'z')", "false"),
            ("text(html)", "'One & two\nthree\nfo ur'"), ("upper(name)", "'ANN'"), ("lower(name)", "'ann'"),
            ("trim('  a ')", "'a'"), ("replace('a_b_c', '_', '-')", "'a-b-c'"), ("replace(name, '', 'x')", "'Ann'"),
            ("default(empty, 'x')", "'x'"), ("default(zero, 5)", "0"),
            ("hasField('f')", "true"), ("hasField('g')", "false"), ("lookup(sizes, 'med')", "'Medium'"),
            ("lookup(sizes, 'x')", "nothing"), ("lookup(sizes, 'x', '?')", "'?'"),
            ("lookup(list, 1)", "'one'"), ("lookup(list, 9)", "nothing"), ("lookup(sizes, 1)", "'One'"),
            ("sizes.med", "'Medium'"),
        ]
        let tables = "\"tables\": {\"sizes\": {\"med\": \"Medium\", \"1\": \"One\"}, \"list\": [\"zero\", \"one\"]},"
        for (expression, expected) in rows { #expect(try result(expression, tables) == expected, "\(expression)") }
    }

    @Test("Definitions have parameters and see those before them")
    func definitions() throws {
        let more =
            #""let": {"level": "level + 1", "stat(n)": "stats[id=(n)].value", "both(a, b)": "signed(mod(stat(a))) + level * b", "name": "'{name}!'"},"#
        let rows = [
            ("level", "4"), ("stat(2)", "8"), ("both(1, 2)", "10"), ("name", "'Ann!'"), ("stat(level - 3)", "15"),
        ]
        for (expression, expected) in rows { #expect(try result(expression, more) == expected, "\(expression)") }
        #expect(try result("stat", more) == "The mapping of “f”, column 1: “stat” wants 1 values in parentheses.")
        #expect(
            try result("stat(1, 2)", more) == "The mapping of “f”, column 1: “stat” takes 1 values, and 2 are given.")
        // A definition does not see itself, nor those behind it.
        #expect(
            try result("a(1)", #""let": {"a(x)": "a(x)"},"#)
                == "The mapping of “a”, column 1: there is no function “a”.")
        #expect(try result("a", #""let": {"a": "b", "b": "1"},"#) == "nothing")
        for bad in [#"{"a b": "1"}"#, #"{"a(": "1"}"#, #"{"a(x,x)": "1"}"#, #"{"mod": "1"}"#, #"{"a": []}"#, "[]"] {
            #expect(throws: FormMappingError.self, "\(bad)") { try result("1", "\"let\": \(bad),") }
        }
    }

    @Test("What fails names the field and the column")
    func failures() throws {
        let rows = [
            ("name + 1", "The mapping of “f”, column 1: “Ann” is not a number."),
            ("1 / zero", "The mapping of “f”, column 1: it divides by zero."),
            (
                "1 + (2 * words)",
                "The mapping of “f”, column 6: 3 values where one number is needed; use first, sum or join."
            ),
            ("modifiers", "The mapping of “f”: its value is an object."),
            ("items", "The mapping of “f”: its value is a list of something else than texts and numbers."),
            ("'{stats}'", "The mapping of “f”: an object where a text is needed."),
            ("upper(name, 1)", "The mapping of “f”, column 1: upper takes 1 values, and 2 are given."),
            ("  nope(1)", "The mapping of “f”, column 3: there is no function “nope”."),
            ("bad", "The mapping of “f”: its value holds half of a character (a lone surrogate)."),
            ("'{bad}'", "The mapping of “f”: a value holds half of a character (a lone surrogate)."),
        ]
        for (expression, expected) in rows { #expect(try result(expression) == expected, "\(expression)") }
    }

    @Test("What cannot be read is refused with its column")
    func syntax() throws {
        let rows = [
            ("", "column 1: the expression ends where “a value” is expected"),
            ("1 +", "column 4: the expression ends where “a value” is expected"),
            ("(1", "column 3: the expression ends where “)” is expected"),
            ("a b", "column 3: “b” stands where something else is expected"),
            ("'abc", "column 1: the quotation mark of a text is never closed"),
            ("'{a'", "column 1: a { in a text has no } behind it"), ("a # b", "column 3: “#” has no meaning here"),
            ("'x {1 +} y'", "column 8: the expression ends where “a value” is expected"),
            ("a[b=]", "column 5: “]” stands where “a value” is expected"),
            ("a.", "column 3: the expression ends where “a key” is expected"),
            ("a ? b", "column 6: the expression ends where “:” is expected"),
            ("f(1", "column 4: the expression ends where “)” is expected"),
        ]
        for (expression, expected) in rows {
            let error = try #require(throws: FormMappingError.self, "\(expression)") { try result(expression) }
            #expect(error.description == "The mapping of “f”, \(expected).", "\(expression)")
        }
        for bad in [
            "[]", "{}", #"{"fields": []}"#, #"{"fields": {}, "loop": 1}"#, #"{"fields": {"a": []}}"#,
            #"{"sheets": []}"#, #"{"sheets": [1]}"#, #"{"fields": {"a": "1", "a": "2"}}"#,
        ] {
            #expect(throws: FormMappingError.self, "\(bad)") { try FormMapping(tree(bad)) }
        }
    }

    @Test("Work, depth and text are limited")
    func limits() throws {
        let deep = String(repeating: "(", count: 5000) + "1"
        #expect(throws: FormMappingError.self) { try result(deep) }
        #expect(throws: FormMappingError.self) { try result(String(repeating: "1+", count: 10_000) + "1") }
        #expect(try result(String(repeating: "1+", count: 4000) + "1") == "4001")
        #expect(try result(String(repeating: "-", count: 4000) + "1") == "1")
        #expect(throws: FormMappingError.self) { try result(String(repeating: "'{", count: 1000)) }
        // Each definition calls the one before it ten times.
        let calls = "a(x) + a(x) + a(x) + a(x) + a(x) + a(x) + a(x) + a(x) + a(x) + a(x)"
        var bomb = "\"a0(x)\": \"x\""
        for level in 1...12 { bomb += ", \"a\(level)(x)\": \"\(calls.replacing("a(", with: "a\(level - 1)("))\"" }
        #expect(try result("a12(1)", "\"let\": {\(bomb)},").contains("takes too many steps"))
        var doubling = "\"t0\": \"'0123456789'\""
        for level in 1...40 { doubling += ", \"t\(level)\": \"'{t\(level - 1)}{t\(level - 1)}'\"" }
        #expect(try result("t40", "\"let\": {\(doubling)},").contains("makes too much text"))
        var chain = "\"c0(x)\": \"x\""
        for level in 1...500 { chain += ", \"c\(level)(x)\": \"c\(level - 1)(x)\"" }
        #expect(try result("c500(1)", "\"let\": {\(chain)},").contains("nested too deeply"))
    }

    @Test("The first sheet that suits is used, and what is not mapped is listed")
    func sheets() throws {
        let mapping = try FormMapping(
            tree(
                #"""
                {"name": "test", "when": "stats", "let": {"n": "name"}, "sheets": [
                  {"name": "one", "when": "hasField('Race ')", "fields": {"Race": "n", "gone": "1/0", "box": true, "size": 12}},
                  {"name": "two", "when": "hasField('x')", "let": {"m": "'{n}?'"}, "fields": {"x": "m", "y": null}}]}
                """#))
        func form(_ names: String...) -> Form {
            Form(kind: .acroForm, fields: names.map { FormField(name: $0, kind: $0 == "push" ? .push : .text) })
        }
        let data = try tree(Self.data)
        let one = try mapping.row(from: data, number: 4, for: form("Race ", "box", "size", "other", "push"))
        #expect(one.sheet == "one")
        #expect(
            one.row
                == FormRow(
                    number: 4,
                    entries: [.init("Race ", .text("Ann")), .init("box", .flag(true)), .init("size", .number("12"))]))
        #expect(one.unmapped == ["other"])
        #expect(one.absent == ["gone"])
        #expect(one.problems.isEmpty)
        let two = try mapping.row(from: data, for: form("x", "y"))
        #expect(two.row.entries == [.init("x", .text("Ann?"))])
        #expect(two.unmapped == ["y"])
        let none = try #require(throws: FormMappingError.self) { try mapping.row(from: data, for: form("q")) }
        #expect(none.description == "The mapping cannot be used: it has no sheet for this form; it knows “one”, “two”.")
        let other = try #require(throws: FormMappingError.self) { try mapping.row(from: tree("{}"), for: form("x")) }
        #expect(other.description == "The mapping cannot be used: “test” is for other data than these.")
    }

    @Test("Rows of CSV are mapped, too")
    func rows() throws {
        let mapping = try FormMapping(
            tree(
                #"{"fields": {"full": "'{first} {last}'", "size": "lookup(sizes, size)"}, "tables": {"sizes": {"M": "Medium"}}}"#
            ))
        let document = try FormDataReader(purpose: .mapping).read(
            Array("first,last,size\nAnn,Lee,M\n".utf8), fileName: "x.csv")
        let form = Form(
            kind: .acroForm, fields: [FormField(name: "full", kind: .text), FormField(name: "size", kind: .text)])
        #expect(
            try mapping.row(from: document.tree(at: 0), for: form).row.entries == [
                .init("full", .text("Ann Lee")), .init("size", .text("Medium")),
            ])
    }
}
