.PHONY: bench

# Measures the engine beside hand-written C; ONLY=W1 chooses workloads. Benchmarks/README.md explains the figures.
bench:
	swift build --configuration release --package-path Benchmarks --product bench
	@mkdir -p build
	@Benchmarks/.build/release/bench $(ONLY) $(CHECK) --json build/bench.json
