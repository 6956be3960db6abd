# Peal. `make demo` and `make test` do all the set-up themselves; everything builds into .build.

.DEFAULT_GOAL := help
.PHONY: help demo test unit crash sim bench format lint clean release

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# The binary is started, not `swift run`: no build lock is held while the demo runs.
demo: ## Start five apps with virtual phones in the browser (ARGS="--port 9000")
	@Scripts/setup
	@Scripts/build peal
	@exec .build/debug/peal demo $(ARGS)

test: ## Run every check: imports, format, tests, 20 kills (KILLS=n)
	@Scripts/test

unit: ## Run the tests of the pure core alone, in seconds (ARGS="--filter QuietWindow")
	@Scripts/unit $(ARGS)

crash: ## Kill the server 200 times and account for every trigger (KILLS=n, ARGS="--seed 7")
	@Scripts/setup
	@Scripts/build tests
	@.build/debug/peal-judge crash --kills $(or $(KILLS),200) --catalogs "$$(Scripts/crash-catalogs)" --peal .build/debug/peal $(ARGS)

sim: ## Run 1,000 random worlds under a virtual clock (SEEDS=n, ARGS="--seed 7 --trace")
	@Scripts/setup
	@Scripts/build tests
	@.build/debug/peal-judge sim --seeds $(or $(SEEDS),1000) $(ARGS)

bench: ## Measure triggers and pushes a second, memory and disk (ARGS="--triggers 5000")
	@Scripts/setup
	@Scripts/bench $(ARGS)

format: ## Format the sources in place
	swift format --in-place --recursive --parallel Sources Tests Package.swift

lint: ## Check imports, house rules and format without building
	@Scripts/check-imports
	@swift format lint --strict --recursive --parallel Sources Tests Package.swift

release: ## Build one optimised binary that needs no Swift on the target machine
	@Scripts/setup
	swift build -c release --static-swift-stdlib --product peal -Xlinker -s
	@ls -l "$$(swift build -c release --show-bin-path)/peal"

clean: ## Remove everything that was built
	rm -rf .build
