"""What Handoff promises in numbers, measured: `make bench`, described in docs/benchmarks.md."""
