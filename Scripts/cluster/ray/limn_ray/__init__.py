# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a task list of `limn batch` on a Ray cluster.

`limn` does the work. This package cuts the list into shards, has nodes work on them, and keeps exactly one result a task.

tasks     the list on the disk: where each line begins and what it costs
plan      shards of about equal length, the costly tasks first
store     a folder, or an object store through fsspec
shard     the work of one shard, on a node
schedule  which node gets which shard, and what happens to shards that were lost
cluster   the nodes of Ray; the only module that imports ray
results   what is done, and all results as one file
data      pages of PDFs as a dataset of Ray Data
"""
