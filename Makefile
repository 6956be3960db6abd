# Peal. `make demo` and `make test` do all the set-up themselves; everything builds into .build.

.DEFAULT_GOAL := help
.PHONY: help demo test check unit browser clients package-client generators coverage crash sim bench pictures format lint sbom clean release

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# The binary is started, not `swift run`: no build lock is held while the demo runs.
demo: ## Start five apps with virtual phones in the browser (ARGS="--port 9000")
	@Scripts/setup
	@Scripts/build peal
	@exec .build/debug/peal demo $(ARGS)

test: ## Run every kind of test: rules, units, HTTP, peers, browsers, random worlds, kill -9 (ARGS="--only Peers")
	@Scripts/test $(ARGS)

check: ## Run all of `make test` with more seeds, kills and cases, generated clients and coverage: what CI runs
	@Scripts/test --long $(ARGS)

unit: ## Run only the tests of the pure core, in seconds (ARGS="--filter QuietWindow")
	@Scripts/unit $(ARGS)

browser: ## Drive the demo in a real browser (ARGS="-k outage")
	@Scripts/setup
	@Scripts/build peal
	@Scripts/browser $(ARGS)

clients: ## Build the web client from TypeScript: what the server embeds (ARGS="--check")
	@Scripts/clients $(ARGS)

package-client: ## Write the npm packages peal-core, peal-client and peal-react-native into .build/clients
	@Scripts/clients --package

generators: ## Generate clients in TypeScript and Java from the OpenAPI document and use them
	@Scripts/setup
	@Scripts/build peal
	@Scripts/generators $(ARGS)

coverage: ## Run the tests of the pure core and fail when they cover less than 80 % of its lines
	@Scripts/setup
	@Scripts/coverage

pictures: ## Draw the pictures of the README from the demo
	@Scripts/setup
	@Scripts/build peal
	@Scripts/browser --pictures

crash: ## Run 200 kill -9 crash tests and account for every trigger (KILLS=n, ARGS="--seed 7")
	@Scripts/setup
	@Scripts/build tests
	@.build/debug/peal-judge crash --kills $(or $(KILLS),200) --catalogs "$$(Scripts/crash-catalogs)" --peal .build/debug/peal $(ARGS)

sim: ## Run 1,000 random worlds of 120 steps under a virtual clock (SEEDS=n, ARGS="--seed 7 --trace")
	@Scripts/setup
	@Scripts/build tests
	@.build/debug/peal-judge sim --seeds $(or $(SEEDS),1000) $(ARGS)

bench: ## Measure triggers and pushes per second, memory and disk (ARGS="--triggers 5000", ARGS="--baseline COMMIT")
	@Scripts/setup
	@Scripts/bench $(ARGS)

format: ## Format the sources in place
	swift format --in-place --recursive --parallel Sources Judges Benchmarks Tests Package.swift

lint: ## Check imports, house rules, language and format, without building
	@Scripts/check-imports
	@Scripts/check-imports --unused
	@Scripts/check-language
	@Scripts/check-words Sources Judges Benchmarks Tests Scripts Catalogs deploy docs README.md Makefile
	@swift format lint --strict --recursive --parallel Sources Judges Benchmarks Tests Package.swift

sbom: ## Write the components of the binary as CycloneDX JSON (FILE=.build/peal.cdx.json)
	@Scripts/setup
	@Scripts/build peal
	@Scripts/sbom $(or $(FILE),.build/peal.cdx.json)

release: ## Build one optimised binary that needs no Swift on the target machine
	@Scripts/setup
	swift build -c release --static-swift-stdlib --product peal -Xlinker -s
	@ls -l "$$(swift build -c release --show-bin-path)/peal"

clean: ## Remove everything that was built
	rm -rf .build
