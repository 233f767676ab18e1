// SPDX-License-Identifier: Apache-2.0

#if canImport(PencilKit)
    internal import CoreGraphics
    internal import Foundation
    internal import LimnGeometry
    public import LimnInk
    public import PencilKit

    #if canImport(UIKit)
        internal import UIKit
        private typealias PlatformColor = UIColor
    #else
        internal import AppKit
        private typealias PlatformColor = NSColor
    #endif

    // The bridge uses only PencilKit's public interface, so it does not depend on the data format. It is not compiled
    // on Linux.

    @available(iOS 14, macOS 11, visionOS 1, *)
    extension Drawing {
        /// Converts a PencilKit drawing. Coordinates are in page space, in points.
        ///
        /// As in ``PencilKitReader``, curves are sampled to within 0.01 pt and sizes are converted to widths. Parts of
        /// strokes that the pixel eraser removed along their length are left out. All strokes go to one layer.
        ///
        /// - Parameter drawing: a drawing whose unit is one point. It does not contain the images of its canvas.
        /// - Throws: ``InkFormatError`` with `tooLarge` if there are more strokes or points than ``InkLimits/standard``
        ///   allows.
        public init(_ drawing: PKDrawing) throws(InkFormatError) {
            // There is no file size, so this budget enforces only the standard limits.
            var result = PencilKitImport(budget: PencilKitBudget(file: 1 << 30, limits: .standard))
            for stroke in drawing.strokes {
                let ink = PencilKitInk(identifier: stroke.ink.inkType.rawValue, color: Color(stroke.ink.color))
                guard let path = PencilKitPath(stroke.path.map { ControlPoint($0) }, of: ink.kind) else { continue }
                let t = stroke.transform
                let transform = AffineTransform(
                    a: Double(t.a), b: Double(t.b), c: Double(t.c), d: Double(t.d), tx: Double(t.tx), ty: Double(t.ty))
                // Without a mask, the whole stroke is visible. If a mask hides the whole stroke, there are no ranges.
                let ranges = stroke.mask == nil ? [] : stroke.maskedPathRanges
                if stroke.mask != nil, ranges.isEmpty { continue }
                try result.add(
                    PencilKitStroke(path: path, ink: ink, transform: transform),
                    visible: ranges.flatMap { [Double($0.lowerBound), Double($0.upperBound)] })
            }
            self.init(strokes: result.strokes)
        }

        /// The strokes as a PencilKit drawing. Everything that ``PencilKitWriter`` lists as dropped is lost: other
        /// items, layers, dashes, fills, caps, and tools without an equivalent. Strokes without points are left out.
        ///
        /// - Precondition: the points of all strokes are valid.
        public var pkDrawing: PKDrawing {
            PKDrawing(
                strokes: strokes.filter { !$0.points.isEmpty }.map { stroke in
                    let coding = PencilKitStrokeCoding(stroke)
                    let color = coding.ink.color
                    let ink = PKInk(
                        PKInk.InkType(rawValue: coding.ink.identifier) ?? .pen,
                        color: PlatformColor(
                            red: CGFloat(color.red), green: CGFloat(color.green), blue: CGFloat(color.blue),
                            alpha: CGFloat(color.alpha)))
                    let points = coding.controls.map { PKStrokePoint($0) }
                    let path = PKStrokePath(
                        controlPoints: points, creationDate: Date(timeIntervalSinceReferenceDate: 0))
                    return PKStroke(ink: ink, path: path)
                })
        }
    }

    @available(iOS 14, macOS 11, visionOS 1, *)
    extension ControlPoint {
        fileprivate init(_ point: PKStrokePoint) {
            self.init(
                Double(point.location.x), Double(point.location.y), Double(point.size.width), point.timeOffset,
                Double(point.force), Double(point.azimuth), Double(point.altitude), Double(point.opacity))
        }
    }

    @available(iOS 14, macOS 11, visionOS 1, *)
    extension PKStrokePoint {
        fileprivate init(_ point: ControlPoint) {
            let size = CGFloat(point[.width])
            self.init(
                location: CGPoint(x: point[.x], y: point[.y]), timeOffset: point[.time],
                size: CGSize(width: size, height: size), opacity: CGFloat(point[.opacity]),
                force: CGFloat(point[.force]),
                azimuth: CGFloat(Angle.positive(point[.azimuth])), altitude: CGFloat(point[.altitude]))
        }
    }

    extension Color {
        /// Converts a color to sRGB; the result is black if the conversion fails, as for patterns.
        fileprivate init(_ color: PlatformColor) {
            let space = CGColorSpace(name: CGColorSpace.sRGB)
            let converted = space.flatMap { color.cgColor.converted(to: $0, intent: .defaultIntent, options: nil) }
            let parts = converted?.components ?? []
            self =
                parts.count == 4
                ? Color(red: Double(parts[0]), green: Double(parts[1]), blue: Double(parts[2]), alpha: Double(parts[3]))
                : .black
        }
    }
#endif
