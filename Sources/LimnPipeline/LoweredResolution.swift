// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnJobs
internal import SystemPackage

extension Diagnostic {
    /// Makes the warning for a page whose picture has a lower resolution than usual.
    init(loweredTo resolution: Double, about path: FilePath, page: Int) {
        let number = ShortNumber.text(resolution)
        let pixels = number == "1" ? "one pixel" : "\(number) pixels"
        let text = "The page is so large that its picture has only \(pixels) per inch."
        self.init(.resolutionLowered, text, about: path, page: page)
    }
}

extension FlattenReport {
    /// Returns the warnings for pages whose pictures have a lower resolution than usual.
    func lowered(about path: FilePath) -> [Diagnostic] {
        loweredResolutions.sorted { $0.key < $1.key }.map { Diagnostic(loweredTo: $0.value, about: path, page: $0.key) }
    }

    /// Returns the warnings for pages that may look different from before.
    func doubts(about path: FilePath) -> [Diagnostic] {
        doubtfulPages.map { page in
            Diagnostic(
                .appearanceDoubtful,
                "A color gradient may now look different from what other programs show for the original.", about: path,
                page: page)
        }
    }
}
