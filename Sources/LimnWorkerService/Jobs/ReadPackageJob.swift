// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnInk
internal import LimnJobs
internal import LimnPackage
internal import LimnPackageReading
internal import SystemPackage

extension ReadPackageJob: PerformableJob {
    static let needsFonts = false

    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        let output = descriptors[0]
        let input = try InputFile(adopting: try descriptors[1].duplicate(), named: FilePath(bytes: path))
        var inkBytes = 0
        let package: CharacterPackage
        do {
            package = try PackageReader(limits: PackageLimits(forFile: input.size)).read(input, template: output) {
                page, drawing in
                // Encode the ink again, because a package may contain ink of any version.
                let ink = try NativeInk.encode(InkDocument(pages: [.init(drawing: drawing)]), precision: .lossless)
                let bytes = PackedInk(page: page, size: ink.count).head + ink
                inkBytes += bytes.count
                do { _ = try output.writeAll(bytes) } catch {
                    throw FileError(writing: "-", cause: error as? Errno ?? .ioError)
                }
            }
        } catch {
            // The parent adds the name of the output to the error.
            if let file = error.fileError, !file.isReading { throw OutputError(cause: file.cause ?? .ioError) }
            throw error
        }
        var form: [UInt8] = []
        if !package.formEntries.isEmpty {
            form = try PackedForm(entries: package.formEntries, pictures: package.formPictures).encoded()
            do { _ = try output.writeAll(form) } catch { throw OutputError(cause: error as? Errno ?? .ioError) }
        }
        let template = package.template.map {
            Template(name: $0.name, bytes: $0.content.size, hash: $0.contentHash.description)
        }
        return Answer(
            name: package.name, isFavorite: package.isFavorite, tags: package.tags, lastPage: package.lastPage,
            template: template, bytes: (template?.bytes ?? 0) + inkBytes + form.count, formBytes: form.count,
            pages: package.pages)
    }
}
