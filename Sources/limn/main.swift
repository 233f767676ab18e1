// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import LimnPipeline

// A worker confines itself before any thread exists.
PipelineWorker.serveIfAsked()
Interruption.prepare()
LimnCommand.main(RawArguments.all())
