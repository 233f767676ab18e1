// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnJobs
package import LimnPDFObjects
package import LimnPDFRendering
package import LimnRaster

extension RenderingError: LimnErrorConvertible {
    package var limnCode: LimnError.Code {
        switch code {
        case .passwordRequired, .passwordWrong: .locked
        case .tooLarge, .unusableSize: .refused
        case .noSuchPage: .noSuchPage
        default: .failed
        }
    }
}

extension RasterError: LimnErrorConvertible {
    package var limnCode: LimnError.Code {
        [.unsupportedSize, .hasAlpha].contains(code) ? .refused : .failed
    }
}

extension PDFObjectsError: LimnErrorConvertible {
    package var limnCode: LimnError.Code {
        switch code {
        case .passwordRequired, .passwordWrong: .locked
        case .noSuchPage: .noSuchPage
        case .tooComplex: .refused
        default: .failed
        }
    }
}
