# SPDX-License-Identifier: GPL-3.0-or-later
shards := 12
marks := $(shell seq -f 'out/done-%g' $(shards))

results.jsonl: $(marks)
	limn batch merge out -o $@ || [ $$? -eq 3 ]

out/done-%: tasks.jsonl
	limn batch run tasks.jsonl -o out --quiet --jobs 1 --shard $*/$(shards) || [ $$? -eq 3 ]
	touch $@

tasks.jsonl:
	limn batch plan --verb render --dpi 100 books/ > $@.new && mv $@.new $@
