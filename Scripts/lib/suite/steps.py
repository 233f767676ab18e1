# SPDX-License-Identifier: GPL-3.0-or-later
"""What the suite consists of. What is quick and fails often stands first; steps run beside each other as they can."""
import os
import sys
from collections.abc import Iterable
from pathlib import Path

from suite.running import Step

#: Swift tests that protect a release, by words in the names of their suites: programs that are killed at any time, disks and
#: calls that fail at any step, and sweeps over hundreds of damaged or hostile files. `Scripts/test --all` runs them.
RELEASE = r"\w*(Kill|Fault|FailingWrite|PowerLoss|FullDisk|Sweep|Endurance|Hostile|Forged|SlowInk|Corpus|Fuzzed)\w*"

#: Test targets that run in one process, the quick ones first.
GROUPS = {
    "ink and forms": [
        "LimnGeometry", "LimnInk", "LimnHandwriting", "LimnRebase", "LimnForms", "LimnFormData", "LimnFormDetection",
        "LimnCompression", "LimnInkFormats"],
    "files, library and workers": [
        "LimnFiles", "LimnAccess", "LimnPackage", "LimnLibrary", "LimnSync", "LimnWorker", "LimnWorkerService", "LimnReading", "LimnBatch"],
    "pages": ["LimnCairo", "LimnText", "LimnRaster", "LimnPDFRendering", "LimnCompositor", "LimnPDFObjects"],
    "the engine": ["LimnPipeline", "Limn"],
    "the server": ["LimnServer"],
    "the command": ["Command"],
}
#: Groups whose tests mostly wait, for limits of time and for workers that hang.
WAITING = {"the engine"}

SETTING_UP, BUILD = "Setting up", "Building"
DATA = ("Corpora", "Ink of other programs")


class Steps:
    """Makes the lists of steps. `build` is the folder of the programs and tests that are built."""

    def __init__(self, root: Path, build: Path, python: Path):
        self.root, self.build, self.python = root, build, python
        tests = {folder.name.removesuffix("Tests") for folder in (root / "Tests").glob("*Tests")}
        grouped = [target for targets in GROUPS.values() for target in targets]
        if sorted(grouped) != sorted(tests):
            sys.exit(f"steps.py: these test targets are in no group, or in two: {sorted(tests.symmetric_difference(grouped))}")

    def script(self, name: str, *arguments: str) -> tuple[str, ...]:
        return (str(self.root / "Scripts" / name), *arguments)

    def shell(self, line: str) -> tuple[str, ...]:
        """A line of shell with what the scripts share."""
        return ("bash", "-c", f'source "{self.root}/Scripts/lib/common.sh"; {line}')

    # MARK: Steps that several lists have

    def preparation(self) -> list[Step]:
        return [
            Step(SETTING_UP, self.script("setup", "--test", "--reading")),
            Step("Corpora", self.script("corpus", "signed", "debian", "pdfjs"), after=(SETTING_UP,)),
            Step("Ink of other programs", self.script("foreign"), after=(SETTING_UP,)),
        ]

    def building(self, environment: dict | None = None, products: Iterable[str] = ()) -> Step:
        """Builds everything, or some products; nothing where SUITE_BUILT says that all of it was built just now."""
        if os.environ.get("SUITE_BUILT"):
            return Step(BUILD, ("true",))
        builds = [f"build_tests --product {product}" for product in products] or ["build_tests"]
        return Step(BUILD, self.shell("; ".join(["find_swift", *builds])), uses_all_processors=True,
                    environment=environment or {})

    def sources(self) -> list[Step]:
        return [
            Step("Sources: licences, scripts, waits", self.script("lib/checks/sources.sh")),
            Step("Sources: formats", self.shell(
                "find_swift; swift format lint --strict --recursive --parallel Package.swift Sources Tests Benchmarks")),
        ]

    def studio_units(self) -> Step:
        return Step("Studio: types and units", self.script("studio-tests", "--units"), after=(SETTING_UP,))

    def studio_journeys(self) -> Step:
        return Step("Studio: main journeys", self.script("studio-tests", "--main"), after=(SETTING_UP,))

    def studio_surveys(self) -> Step:
        return Step("Studio: every place and screen", self.script("studio-tests", "--surveys"), after=(SETTING_UP,))

    def python_package(self) -> Step:
        return Step("Python package", self.script("python-tests"), after=(SETTING_UP, BUILD))

    def swift(self, name: str, targets: Iterable[str], chosen: str = "", skipped: str = "", waits: bool = False) -> Step:
        """The tests of some targets; `chosen` and `skipped` are patterns for the names of their suites."""
        bundle = self.build / "limnPackageTests.xctest"
        events = self.build.parent / "logs" / f"{name.replace(' ', '-').replace(',', '')}.jsonl"
        command = [str(self.python), "-m", "suite.swift_tests", str(bundle), str(events),
                   "--filter", rf"^({'|'.join(sorted(targets))})\.{chosen}"]
        if skipped:
            command += ["--skip", rf"^\w+\.{skipped}"]
        return Step(name, tuple(command), after=(BUILD, *DATA), waits=waits)

    # MARK: The lists

    def default(self) -> list[Step]:
        """What protects a change."""
        tests = [self.swift(f"Tests of {name}", [f"{target}Tests" for target in targets], skipped=RELEASE, waits=name in WAITING)
                 for name, targets in GROUPS.items()]
        # The quickest and the longest begin first.
        first, *further, longest = tests
        return [
            *self.preparation(), *self.sources(), self.building(), self.studio_units(),
            Step("Cluster: planning", self.script("cluster/test", "light"), after=(SETTING_UP,)),
            Step("Numbers from files", self.script("lib/checks/integers.sh"), after=(SETTING_UP, BUILD)),
            Step("A small worker", self.script("lib/checks/worker.sh"), after=(SETTING_UP, BUILD)),
            Step("What the build refuses", self.script("lib/checks/refusals.sh"), after=(SETTING_UP, BUILD)),
            first, longest,
            self.python_package(),
            Step("Interfaces", self.script("interface"), after=(SETTING_UP, BUILD)),
            Step("Studio: main journeys at the server", self.script("studio-engines", "--main"), after=(SETTING_UP, BUILD)),
            *reversed(further), self.studio_journeys(),
        ]

    def rest(self) -> list[Step]:
        """What protects a release besides."""
        # A step without any test fails, and of ink there are no such tests yet.
        release = dict(reversed(GROUPS.items()))
        release["ink and pages"] = release.pop("ink and forms") + release.pop("pages")
        return [
            *self.preparation(), self.building(),
            # The longest comes first.
            Step("Instructions", self.script("gate"), after=(SETTING_UP, BUILD), uses_all_processors=True),
            Step("Ink alone", self.script("lib/ink-alone.sh"), after=(SETTING_UP, BUILD)),
            Step("Fuzzing", self.script("fuzz", "--runs", "1000", "--seed", "1"), after=(SETTING_UP, BUILD, *DATA),
                 uses_all_processors=True),
            # With what the ink alone has built.
            Step("Programs of the documentation", self.script("lib/consumer.sh"), after=("Ink alone",), uses_all_processors=True),
            self.studio_surveys(),
            Step("Studio: all other journeys at the server", self.script("studio-engines", "--others"),
                 after=(SETTING_UP, BUILD)),
            Step("Studio: counts of ink, opening and turning", self.script("studio-trace", "--brief"), after=(SETTING_UP, BUILD)),
            *(self.swift(f"Kills, faults and sweeps of {name}", [f"{target}Tests" for target in targets], chosen=RELEASE)
              for name, targets in release.items()),
        ]

    def some(self, tests: list[str], parts: set[str], patterns: list[str]) -> list[Step]:
        """The tests of some targets, and of `studio` and `python` if they are among the parts."""
        steps = self.preparation()
        products = (["limn-worker", "limn"] if "python" in parts else []) + (["limnPackageTests"] if tests else [])
        if products:
            steps.append(self.building({"SUITE_TESTED": " ".join(tests)}, products))
        steps += self.sources()
        if "python" in parts:
            steps.append(self.python_package())
        if "studio" in parts:
            steps += [self.studio_units(), self.studio_journeys(), self.studio_surveys()]
        if tests:
            named = f".*({'|'.join(patterns)})" if patterns else ""
            steps.append(self.swift("Tests of " + (", ".join(tests) if len(tests) < 4 else "several modules"), tests, named))
        return steps
