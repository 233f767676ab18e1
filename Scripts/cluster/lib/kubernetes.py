# SPDX-License-Identifier: GPL-3.0-or-later
"""kubernetes.py FOLDER DOCUMENTS: checks the manifests by Kubernetes' schemas, and runs each pod's command here."""
import json
import os
import pathlib
import re
import subprocess
import sys

import kubernetes_validate
import yaml

HERE = pathlib.Path(__file__).resolve().parents[1]
MANIFESTS = HERE / "kubernetes"


def manifest(name):
    text = (MANIFESTS / name).read_text()
    # What people fill in.
    return yaml.safe_load(re.sub(r"<(\w+)>", r"\1", text))


def main():
    folder, documents = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    version = kubernetes_validate.latest_version()
    for name in ("job.yaml", "merge.yaml"):
        kubernetes_validate.validate(manifest(name), version, strict=True)
        wrong = manifest(name)
        wrong["spec"]["template"]["spec"]["runAsNonRoot"] = True
        try:
            kubernetes_validate.validate(wrong, version, strict=True)
        except kubernetes_validate.ValidationError:
            continue
        sys.exit(f"{name}: the schema takes everything.")
    server = HERE.parents[1] / "Packaging/container/kubernetes.yaml"
    for part in yaml.safe_load_all(re.sub(r"<(\w+)>", r"\1", server.read_text())):
        kubernetes_validate.validate(part, version, strict=True)
    job = manifest("job.yaml")
    container = job["spec"]["template"]["spec"]["containers"][0]
    if container["env"] != [{"name": "SHARDS", "value": str(job["spec"]["completions"])}]:
        sys.exit("SHARDS is not the number of completions.")

    folder.mkdir(parents=True)
    folder.chmod(0o777)
    tasks = folder / "tasks.jsonl"
    with open(tasks, "wb") as file:
        subprocess.run(["limn", "batch", "plan", "--verb", "thumbnail", "."], cwd=documents, stdout=file, check=False)
    places = {"/list/tasks.jsonl": str(tasks), "/data": str(documents), "/out": str(folder / "out"),
              "limn-shard": str(MANIFESTS / "limn-shard"), "/out/results.jsonl": str(folder / "out" / "results.jsonl")}
    under = ["/usr/bin/python3", str(HERE / "lib" / "under_seccomp.py"), str(MANIFESTS / "seccomp.json")]
    for index in range(2):
        command = [places.get(word, word) for word in container["command"]]
        subprocess.run([*under, *command], check=True, stderr=subprocess.DEVNULL,
                       env={**os.environ, "SHARDS": "2", "JOB_COMPLETION_INDEX": str(index)})
    merge = manifest("merge.yaml")["spec"]["template"]["spec"]["containers"][0]["command"]
    subprocess.run([*under, *(places.get(word, word) for word in merge)], check=False, capture_output=True)
    count = sum(1 for _ in open(tasks))
    results = [json.loads(line) for line in open(folder / "out" / "results.jsonl")]
    if len(results) != count or not any(r["status"] == "ok" for r in results):
        sys.exit(f"{len(results)} results for {count} tasks.")
    print(f"kubernetes: the manifests suit the schemas of {version}; the pods' commands gave {count} results under seccomp.json.")


main()
