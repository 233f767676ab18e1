// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// Fonts, and tables of Asian encodings, that were installed with the worker program, for machines that have none. Packages
/// of a system leave them to that system; then there are none here.
public struct BundledFiles: Sendable {
    /// The folder with the fonts and their configuration.
    let fonts: String?
    /// The folder with the tables.
    public let encodingTables: String?

    /// Finds the files of a worker program, `libexec/limn/limn-worker`, in `share/limn`.
    ///
    /// - Parameter worker: The path of the program.
    public init(of worker: String) {
        let parent = worker.lastIndex(of: "/").map { worker[..<$0] } ?? "."
        func find(_ name: String, holding file: String) -> String? {
            let path = "\(parent)/../../share/limn/\(name)"
            return access("\(path)/\(file)", R_OK) == 0 ? path : nil
        }
        fonts = find("fonts", holding: "fonts.conf")
        encodingTables = find("poppler", holding: "cMap")
    }

    /// The files of this process, which is a worker.
    public static let own: BundledFiles = {
        guard let path = realpath("/proc/self/exe", nil) else { return BundledFiles(fonts: nil, encodingTables: nil) }
        defer { free(path) }
        return BundledFiles(of: String(cString: path))
    }()

    /// The folders that the worker reads.
    var folders: [String] { [fonts, encodingTables].compactMap { $0 } }

    private init(fonts: String?, encodingTables: String?) {
        (self.fonts, self.encodingTables) = (fonts, encodingTables)
    }

    /// Has fontconfig read the configuration, unless the environment names another.
    func useFonts() {
        guard let fonts, getenv("FONTCONFIG_PATH") == nil else { return }
        setenv("FONTCONFIG_FILE", "\(fonts)/fonts.conf", 0)
    }
}
