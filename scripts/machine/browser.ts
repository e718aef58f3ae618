import { execFileSync, spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { chromium } from "@playwright/test"

/** The one without windows first: journeys take half the processor time with it. */
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]

/** Debian's packages of the first two. */
const packages = names.slice(0, 2)

function inPath(name: string): string | null {
  const found = spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" })
  return found.status === 0 ? found.stdout.trim() : null
}

function known(): string | null {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  const own = chromium.executablePath()
  if (existsSync(own)) return own
  return names.map(inPath).find((path) => path !== null) ?? null
}

function canInstall(): boolean {
  return process.getuid?.() === 0 && inPath("apt-get") !== null
}

/**
 * Finds a Chromium for the journeys: the CHROMIUM variable, Playwright's own, one in the path; else installs it where
 * that is possible.
 * @throws Error that names the ways to get one
 */
export function findBrowser(): string {
  const found = known()
  if (found) return found
  process.stdout.write("Installing Chromium for the browser journeys.\n")
  if (canInstall()) {
    execFileSync("apt-get", ["update", "-qq"], { stdio: "inherit" })
    const install = ["install", "-y", "-qq", "--no-install-recommends", "fonts-liberation"]
    packages.some((name) => spawnSync("apt-get", [...install, name], { stdio: "inherit" }).status === 0)
  } else {
    spawnSync("playwright", ["install", "chromium"], { stdio: "inherit" })
  }
  const installed = known()
  if (installed) return installed
  throw new Error(
    "The browser journeys need Chromium. Install it with your system's packages, run `npx playwright install chromium`, " +
      "or set CHROMIUM to the path of one.",
  )
}
