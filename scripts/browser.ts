import { execFileSync, spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { chromium } from "@playwright/test"

const names = ["chromium", "chromium-browser", "google-chrome"]

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
    execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-liberation"], {
      stdio: "inherit",
    })
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
