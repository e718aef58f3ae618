import { chromium } from "@playwright/test"
import { signUpConfirmed, signUp } from "../../e2e/person.ts"
const base = "http://localhost:4120"
const b = await chromium.launch({ executablePath: "/usr/bin/chromium" })
const ctx = await b.newContext({ baseURL: base, viewport: { width: 320, height: 256 } })
const page = await ctx.newPage()
await signUp(page, base)
for (const path of ["/app", "/generations", "/generations/flux?mode=flux1.1-pro", "/generations/photo-upscaling", "/photo-gallery", "/account", "/credits-billing", "/", "/pricing", "/showcase", "/contact", "/verify-user?userId=a&secret=b", "/reset-password?userId=a&secret=b"]) {
  await page.goto(path)
  await page.getByRole("heading", { level: 1 }).first().waitFor({ timeout: 60000 }).catch(() => console.log("no h1", path))
  await page.waitForTimeout(1500)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2))
  const r = await page.evaluate(() => {
    const bars = [...document.querySelectorAll<HTMLElement>("body *")].filter((e) => { const { position } = getComputedStyle(e); const { width, height, top, bottom } = e.getBoundingClientRect(); return e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && ["fixed", "sticky"].includes(position) && width > 200 && height > 0 && bottom > 0 && top < innerHeight })
    const wide = [...document.querySelectorAll<HTMLElement>("body *")].filter((e) => e.getBoundingClientRect().right > innerWidth + 1 && e.checkVisibility() && !e.closest("[class*=overflow-x]")).slice(0, 3).map((e) => `${e.tagName}.${String(e.className).slice(0, 60)}`)
    return { bars: bars.map((x) => Math.round(x.getBoundingClientRect().height)), scroll: document.documentElement.scrollWidth, wide }
  })
  console.log(path, JSON.stringify(r))
}
await page.setViewportSize({ width: 320, height: 800 }); await page.goto("/app"); await page.getByRole("heading", { name: "First steps" }).waitFor({ timeout: 60000 }); await page.screenshot({ path: "/tmp/exp-320.png" })
for (const [w, h] of [[390, 844], [1440, 900]] as const) for (const scheme of ["light", "dark"] as const) {
  await page.setViewportSize({ width: w, height: h }); await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" })
  await page.goto("/app"); await page.getByRole("heading", { name: "First steps" }).waitFor({ timeout: 60000 }); await page.waitForTimeout(1500)
  await page.getByRole("button", { name: /^Account of/ }).click(); await page.getByRole("menuitem", { name: "Sign out" }).waitFor({ timeout: 30000 })
  await page.screenshot({ path: `/tmp/exp-app-${w}-${scheme}.png` }); await page.keyboard.press("Escape")
  console.log("focus back", await page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
  if (w === 390 && scheme === "light") { await page.getByRole("button", { name: "Open navigation" }).click(); await page.getByRole("dialog").waitFor({ timeout: 30000 }); await page.waitForTimeout(500); await page.screenshot({ path: "/tmp/exp-nav.png" }); await page.keyboard.press("Escape"); await page.waitForTimeout(400); console.log("focus nav", await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))) }
}
for (const scheme of ["light", "dark"] as const) { const p = await (await b.newContext({ baseURL: base, viewport: { width: 390, height: 844 }, javaScriptEnabled: false, colorScheme: scheme })).newPage(); await p.goto("/reset-password?userId=a&secret=b"); await p.screenshot({ path: `/tmp/exp-reset-${scheme}.png` }); await p.goto("/verify-user?userId=a&secret=b"); await p.screenshot({ path: `/tmp/exp-verify-${scheme}.png` }); await p.getByRole("button", { name: "Verify my account" }).click(); console.log(p.url(), await p.locator("h1").innerText()); await p.screenshot({ path: `/tmp/exp-verify-fail-${scheme}.png` }) }
await b.close()
