// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser

Interruption.prepare()
LimnCommand.main(RawArguments.all())
