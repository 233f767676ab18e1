// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnPipeline
internal import SystemPackage

/// The settings of a server from its flags, the environment and a file, in this order of precedence.
///
/// Each setting has one name: `--max-upload 1GiB` is the same as `LIMN_MAX_UPLOAD=1GiB` and as `max-upload = "1GiB"` in a
/// TOML file, which `--config` or `LIMN_CONFIG` names. An unknown flag or key is an error, and so is a variable that
/// looks like a misspelt one.
public struct ServerSettings: Sendable {
    /// The action that the arguments request.
    public enum Action: Sendable {
        /// Run the server.
        case serve(ServerOptions)
        /// Print a text and exit: the help, the version, or the effective settings.
        case tell(String)
    }

    /// An error in the settings.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The error as a sentence.
        public let description: String
    }

    private var found: [String: (value: Setting.Value, source: String)] = [:]

    /// Parses the arguments and the environment of the program.
    ///
    /// - Parameters:
    ///   - arguments: the arguments without the program's name.
    ///   - environment: the environment variables. Unknown variables are ignored, unless one begins with `LIMN_` and
    ///     resembles the name of a setting.
    /// - Returns: the action. With `--help`, `--version` or `--check-config`, it is a text, and no server runs.
    /// - Throws: ``Failure`` for an unknown or misspelt setting, a value that it cannot have, settings that contradict
    ///   each other, or a file that cannot be read. The sentence names the flag, the variable, or the file and line.
    public static func action(_ arguments: [String], _ environment: [String: String]) throws(Failure) -> Action {
        var flags = try CommandLineFlags(arguments)
        if flags.asks("help") || flags.asks("h") { return .tell(HelpText.text) }
        if flags.asks("version") { return .tell(LimnVersion.text + "\n") }
        let isChecking = flags.asks("check-config")
        var settings = ServerSettings()
        if let path = try flags.one("config") ?? environment["LIMN_CONFIG"] { try settings.read(file: path) }
        try settings.read(environment)
        try settings.read(flags)
        let options = try settings.options()
        return isChecking ? .tell(settings.text(options)) : .serve(options)
    }

    // MARK: Sources

    private mutating func read(file path: String) throws(Failure) {
        let entries: [StrictTOML.Entry]
        do {
            let bytes = try InputFile(regularFile: FilePath(path), followsLinks: true).bytes(
                limit: StrictTOML.sizeLimit)
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw Failure(description: "The settings in \(path) are not UTF-8.")
            }
            entries = try StrictTOML.entries(of: text)
        } catch let error as Failure { throw error } catch let error as StrictTOML.Failure {
            throw Failure(description: "\(path), \(error)")
        } catch { throw Failure(description: "The settings cannot be read: \(error)") }
        for entry in entries {
            let place = "\(path), line \(entry.line)"
            guard let setting = Setting.all.first(where: { $0.name == entry.key }) else {
                throw Failure(description: "\(place): \(NearestName.complaint(entry.key, Setting.all.map(\.name)))")
            }
            do { found[setting.name] = (try setting.value(of: entry.value), place) } catch {
                throw Failure(description: "\(place): “\(setting.name)” must be \(error.wanted).")
            }
        }
    }

    private mutating func read(_ environment: [String: String]) throws(Failure) {
        for setting in Setting.all {
            guard let text = environment[setting.variable], !text.isEmpty else { continue }
            do { found[setting.name] = (try setting.value(of: text), "$\(setting.variable)") } catch {
                throw Failure(description: "$\(setting.variable) must be \(error.wanted).")
            }
        }
        let variables = Setting.all.map(\.variable) + ["LIMN_CONFIG", "LIMN_WORKER", "LIMN_SERVER", "LIMN_READING"]
        for name in environment.keys.sorted() where name.hasPrefix("LIMN_") && !variables.contains(name) {
            if let nearest = NearestName.of(name, variables, within: 2) {
                throw Failure(description: "There is no $\(name); did you mean $\(nearest)?")
            }
        }
    }

    private mutating func read(_ flags: CommandLineFlags) throws(Failure) {
        for (name, texts) in flags.values {
            guard let setting = Setting.all.first(where: { $0.name == name }) else { continue }
            do {
                let values: [Setting.Value] = try texts.map { text throws(Setting.Misunderstood) in
                    try setting.value(of: text)
                }
                guard let last = values.last else { continue }
                let items = values.flatMap { if case .list(let items) = $0 { items } else { [String]() } }
                found[name] = (setting.kind == .list ? .list(items) : last, "--\(name)")
            } catch { throw Failure(description: "--\(name) must be \(error.wanted).") }
        }
    }

    // MARK: Options

    private func options() throws(Failure) -> ServerOptions {
        var draft = Setting.Draft(options: ServerOptions(library: LibraryFolder.standard))
        for setting in Setting.all {
            if let value = found[setting.name]?.value ?? setting.standard { setting.apply(&draft, value) }
        }
        switch (draft.tls, draft.certificate, draft.key) {
        case (nil, nil, nil): break
        case ("self", nil, nil): draft.options.tls = .own
        case (nil, let certificate?, let key?):
            draft.options.tls = .files(certificate: FilePath(certificate), key: FilePath(key))
        case (nil, _, _): throw Failure(description: "A certificate needs its key: give both tls-cert and tls-key.")
        case ("self", _, _): throw Failure(description: "Give either tls “self”, or tls-cert and tls-key.")
        default: throw Failure(description: "tls must be “self”; tls-cert and tls-key name files.")
        }
        do throws(ServerError) { try draft.options.validate() } catch {
            throw Failure(description: error.description)
        }
        return draft.options
    }

    /// Returns the effective settings as an equivalent settings file.
    private func text(_ options: ServerOptions) -> String {
        Setting.all.map { setting in
            var value = found[setting.name]?.value ?? setting.standard
            if setting.name == "library" { value = .text(options.library.string) }
            let source = found[setting.name].map { "# \($0.source)" } ?? "# default"
            return (value.map { "\(setting.name) = \(setting.shown($0))" } ?? "# \(setting.name): none")
                + "  \(source)\n"
        }.joined()
    }
}
