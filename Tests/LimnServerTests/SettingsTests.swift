// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport
import Testing

@testable import LimnServer

@Suite struct SettingsTests {
    private let folder: TemporaryFolder
    private let file: String

    init() throws {
        folder = try TemporaryFolder()
        file = folder.path("limn.toml")
    }

    private func options(_ arguments: [String], _ environment: [String: String] = [:], file text: String? = nil) throws
        -> ServerOptions
    {
        var arguments = arguments
        if let text {
            try Data(text.utf8).write(to: URL(fileURLWithPath: file))
            arguments += ["--config", file]
        }
        guard case .serve(let options) = try ServerSettings.action(arguments, environment) else {
            throw RunningServer.Failure(description: "nothing is served")
        }
        return options
    }

    private func complaint(_ arguments: [String], _ environment: [String: String] = [:], file text: String? = nil)
        -> String
    {
        do {
            _ = try options(arguments, environment, file: text)
            return ""
        } catch { return "\(error)" }
    }

    /// A value of each setting: as a text, and as it stands in a file.
    private static let samples: [(name: String, text: String, written: String)] = [
        ("library", "/tmp/a", "\"/tmp/a\""), ("host", "localhost", "'localhost'"), ("port", "9", "9"),
        ("name", "a.example,b:1", "[\"a.example\", # one\n  'b:1',\n]"), ("tls", "self", "\"self\""),
        ("tls-cert", "c.pem", "\"c.pem\""), ("tls-key", "k.pem", "\"k\\u002epem\""), ("insecure", "true", "true"),
        ("no-auth", "1", "true"), ("open", "true", "true"), ("json", "true", "true"), ("jobs", "3", "+3"),
        ("max-upload", "2MiB", "\"2MiB\""), ("quota", "5000000", "5_000_000"), ("max-connections", "10", "10"),
        ("max-connections-per-address", "4", "4"), ("patience", "0.5", "0.5"), ("spans", "true", "true"),
        ("otlp", "http://127.0.0.1:4318", "\"http://127.0.0.1:4318\""),
        ("unconfined", "true", "true"),
    ]

    @Test func `every setting means the same as a flag, as a variable and in a file`() throws {
        #expect(Self.samples.map(\.name) == Setting.all.map(\.name))
        // A certificate and its key go together.
        let partners = ["tls-cert": "--tls-key=k.pem", "tls-key": "--tls-cert=c.pem"]
        let usual = String(reflecting: try options([]))
        for (name, text, written) in Self.samples {
            let further = partners[name].map { [$0] } ?? []
            let setting = try #require(Setting.all.first { $0.name == name })
            let byFlag = String(reflecting: try options(["--\(name)=\(text)"] + further))
            #expect(try String(reflecting: options(further, [setting.variable: text])) == byFlag, "\(name)")
            #expect(try String(reflecting: options(further, file: "\(name) = \(written)")) == byFlag, "\(name)")
            #expect(byFlag != usual, "\(name)")
        }
    }

    @Test func `a flag counts before a variable, and a variable before the file`() throws {
        #expect(try options([], file: "port = 1").port == 1)
        #expect(try options([], ["LIMN_PORT": "2"], file: "port = 1").port == 2)
        #expect(try options(["--port", "3"], ["LIMN_PORT": "2"], file: "port = 1").port == 3)
        #expect(try options(["--name", "a", "--name=b"], ["LIMN_NAME": "c"]).names == ["a", "b"])
        #expect(try options([], ["LIMN_CONFIG": file, "LIMN_PORT": ""], file: "port = 5").port == 5)
    }

    @Test func `what is wrong is told with its place and the nearest right name`() {
        let place = "\(file), line 2: "
        #expect(complaint([], file: "\nmax-uplaod = 1") == place + "There is no “max-uplaod”; “max-upload” is meant?")
        #expect(complaint([], file: "\nport = \"x\"") == place + "“port” must be a whole number from 0 to 65535.")
        #expect(complaint([], file: "\nport = 70000") == place + "“port” must be a whole number from 0 to 65535.")
        #expect(complaint(["--prot", "1"]) == "There is no “--prot”; “--port” is meant?")
        #expect(complaint(["--xyzzy"]) == "There is no “--xyzzy”.")
        #expect(complaint(["--port"]) == "A value is missing after --port.")
        #expect(complaint(["8420"]) == "“8420” is not expected here.")
        #expect(complaint(["--quota", "much"]) == "--quota must be a number of bytes such as 512MiB.")
        #expect(complaint([], ["LIMN_PROT": "1"]) == "There is no $LIMN_PROT; did you mean $LIMN_PORT?")
        #expect(complaint([], ["LIMN_JOBS": "0"]) == "$LIMN_JOBS must be a whole number from 1 to 1024.")
        #expect(complaint([], ["LIMN_LIBRARY_KILLS": "1", "LIMN_WORKER": "x"]) == "")
        #expect(complaint(["--tls-cert", "a"]) == "A certificate needs its key: give both tls-cert and tls-key.")
        #expect(complaint(["--host", "0.0.0.0"]).contains("without encryption"))
        #expect(complaint(["--config", "/nowhere"]).contains("cannot be read"))
    }

    @Test func `settings that cannot be read are errors with their line`() throws {
        for (text, reason) in [
            ("a", "“=” is missing after “a”."), ("= 1", "A key is missing; write key = value."),
            ("[server]", "There are no tables here; write key = value."), ("a.b = 1", "“=” is missing after “a”."),
            ("a =", "A value is missing."), ("a = b", "“b” is not a value; put strings in quotes."),
            ("a = 01", "“01” is not a value; put strings in quotes."),
            ("a = 1__0", "“1__0” is not a value; put strings in quotes."),
            ("a = \"b", "A string does not end in its line."), ("a = \"\\q\"", "“\\q” is not an escape."),
            ("a = \"\\uD800\"", "“\\u” is not an escape."),
            ("a = \"\"\"b\"\"\"", "Multi-line strings are not supported."),
            ("a = 1 2", "Nothing may follow the value of “a”."), ("a = [1]", "A list can contain only strings."),
            ("a = [\"b\" \"c\"]", "A comma is missing in a list."),
            ("a = [\"b\"", "A list does not end; “]” is missing."),
            ("a = 1\n\na = 2", "“a” is in line 1 already."), ("# \u{1}", "A comment contains a control character."),
            ("a = 99999999999999999999", "“99999999999999999999” is not a value; put strings in quotes."),
        ] {
            let failure = #expect(throws: StrictTOML.Failure.self, "\(text)") { try StrictTOML.entries(of: text) }
            #expect(failure?.reason == reason, "\(text)")
            #expect(failure?.line == text.split(separator: "\n", omittingEmptySubsequences: false).count, "\(text)")
        }
        let all = try StrictTOML.entries(
            of: "\u{FEFF}a='x\\y' # z\r\nb-2 = \"\\\"\\u00e9\\U0001F58B\\t\"\n\n c\t=\t-1.5\nd=[]")
        #expect(all.map(\.value) == [.text("x\\y"), .text("\"é🖋\t"), .decimal(-1.5), .list([])])
        #expect(all.map(\.line) == [1, 2, 4, 5])
    }

    @Test func `no file of settings ends the program`() {
        var random = SeededGenerator(seed: 16)
        let pieces = [
            "a", "=", "\"", "'", "\\", "u00", "[", "]", ",", "#", "\n", " ", "1", "_", ".", "-", "true", "é", "\r",
        ]
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0...24, using: &random)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }.joined()
            let lines = text.count(where: { $0.unicodeScalars.contains("\n") }) + 1
            do { for entry in try StrictTOML.entries(of: text) { #expect((1...lines).contains(entry.line)) } } catch {
                #expect((1...lines).contains(error.line) && !error.reason.isEmpty, "\(text)")
            }
        }
    }

    @Test func `what the settings mean is printed as settings that mean the same`() throws {
        let arguments = [
            "--library", "/tmp/a \"b\"", "--max-upload", "1500", "--name", "x", "--tls", "self", "--no-auth",
        ]
        guard case .tell(let text) = try ServerSettings.action(arguments + ["--check-config"], ["LIMN_JOBS": "2"])
        else {
            Issue.record("nothing is told")
            return
        }
        #expect(text.contains("jobs = 2  # $LIMN_JOBS\n") && text.contains("port = 8420  # default\n"))
        #expect(text.contains("name = [\"x\"]  # --name\n") && text.contains("max-upload = \"1500\"  # --max-upload\n"))
        #expect(
            try String(reflecting: options([], file: text)) == String(reflecting: options(arguments + ["--jobs", "2"])))
    }

    @Test func `the program says what its settings mean, and ends with 64 where they mean nothing`() throws {
        let program = try RunningServer.program("limn-server")
        let good = try run(program, "--library", folder.path("l"), "--port", "7", "--check-config")
        #expect(good.status == 0 && String(decoding: good.stdout, as: UTF8.self).contains("port = 7  # --port\n"))
        #expect(!FileManager.default.fileExists(atPath: folder.path("l")))
        let bad = try run(program, "--prot", "7")
        #expect(bad.status == 64 && bad.stderr == "limn: There is no “--prot”; “--port” is meant?\n")
        let help = try run(program, "--help")
        #expect(help.status == 0)
        for setting in Setting.all {
            #expect(String(decoding: help.stdout, as: UTF8.self).contains("--\(setting.name) "))
        }
    }
}
