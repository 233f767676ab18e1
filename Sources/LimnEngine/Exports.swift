// SPDX-License-Identifier: GPL-3.0-or-later

// Importing Limn also imports the modules of the types in its interface: forms, geometry, ink, pictures, requests,
// results, errors, moves to new editions, and the library.
@_exported public import LimnForms
@_exported public import LimnGeometry
@_exported public import LimnInk
@_exported public import LimnJobs
@_exported public import LimnLibrary
@_exported public import LimnPictures
@_exported public import LimnPipeline
@_exported public import LimnRebase
@_exported public import LimnWorker
@_exported public import SystemPackage
