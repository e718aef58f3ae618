/**
 * How fast public pages open on a slow phone: median of cold visits, against the bars. Paths may be given as arguments;
 * BENCH_URL takes a product that runs already.
 */
import { chromium } from "@playwright/test"
import { measurePage, type PageFigures } from "./measure-page.ts"
import { browserPath, openProduct } from "./product.ts"

/** Bars of every page. */
const bars = {
  lcpMs: 2_300,
  tbtMs: 150,
  cls: 0.02,
  scriptBytes: 220_000,
  allBytes: 600_000,
  usedTbtMs: 150,
  usedScriptBytes: 220_000,
} as const
type Name = keyof typeof bars
const names = Object.keys(bars) as Name[]

/** Closer ones of the first page. */
const firstPageBars: Partial<Record<Name, number>> = { lcpMs: 2_000, scriptBytes: 120_000 }

const visits = 5

const product = await openProduct()
let isWithinBars = true
try {
  const executablePath = browserPath()
  const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath })
  const paths = process.argv.length > 2 ? process.argv.slice(2) : product.pages
  const width = Math.max(...paths.map((path) => path.length))
  line(width, "", names)
  line(
    width,
    "bar",
    names.map((name) => String(bars[name])),
  )
  for (const path of paths) {
    const seen: PageFigures[] = []
    while (seen.length < visits) seen.push(await measurePage(browser, new URL(path, product.url).href))
    isWithinBars = print(width, path, seen) && isWithinBars
  }
  await browser.close()
} finally {
  await product.stop()
}
process.exit(isWithinBars ? 0 : 1)

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

function line(width: number, first: string, cells: readonly string[]): void {
  const text = cells.map((cell, index) => cell.padEnd((names[index]?.length ?? 0) + 4)).join("")
  process.stdout.write(`${first.padEnd(width)}  ${text.trimEnd()}\n`)
}

/** @returns whether the page keeps every bar */
function print(width: number, path: string, seen: readonly PageFigures[]): boolean {
  const figures = names.map((name) => {
    const value = median(seen.map((one) => one[name]))
    const bar = (path === "/" ? firstPageBars[name] : undefined) ?? bars[name]
    return { text: name === "cls" ? value.toFixed(3) : Math.round(value).toString(), isMet: value <= bar }
  })
  line(
    width,
    path,
    figures.map(({ text, isMet }) => `${text}${isMet ? "" : " !"}`),
  )
  const complaints = [...new Set(seen.flatMap((one) => one.complaints))]
  for (const complaint of complaints) process.stdout.write(`  ${complaint}\n`)
  return complaints.length === 0 && figures.every(({ isMet }) => isMet)
}
