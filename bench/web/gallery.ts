/**
 * A large gallery, with its pictures really there, and searching a larger one; PostgreSQL:
 *   npm run bench gallery         scrolls through 10,000 pictures, searches among 100,000
 *   npm run bench gallery 2000    scrolls through so many
 */
import { linkSync, mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { type Browser, chromium } from "@playwright/test"
import { sql } from "kysely"
import sharp from "sharp"
import { onPostgres } from "#bench/server/databases.ts"
import { atMost, type Figure, percentile, plain, report } from "#bench/server/figures.ts"
import { cookieOf, fillPeople } from "#bench/server/pictures.ts"
import { signUpConfirmed } from "#e2e/person.ts"
import { migrate } from "#server/db/migrate.ts"
import type { Db } from "#server/db/open.ts"
import { makeThumbnails, thumbnailKey } from "#server/media/thumbnails.ts"
import { makePlaceholder } from "#server/platform/pictures/placeholder.ts"
import { startProcess } from "#server/testing/processes/processes.ts"
import { browserPath } from "./product.ts"
import { scrollAll } from "./scroll.ts"

const pictures = Number(process.argv[2] ?? "10000")
if (!Number.isInteger(pictures) || pictures < 500) {
  process.stdout.write("gallery takes how many pictures, 500 at least.\n")
  process.exit(2)
}
const searched = 100_000
const searcher = "person-0"
const rounds = 40
/** Different files on the disk; every picture has names of its own for one of them. */
const files = 60
const bars = { frameMs: 20, images: 60, emptyMs: 100, searchMs: 100 } as const
const pxEachFrame = 60

const shapes = [
  { ratio: "1:1", width: 1_024, height: 1_024 },
  { ratio: "4:5", width: 896, height: 1_120 },
  { ratio: "16:9", width: 1_344, height: 768 },
] as const

/** Key of a picture's file, by its number. */
const keyOf = (number: number): string => `pictures/${number % 100}/${number}/original.webp`

/** Makes the files under names for every picture. @returns a placeholder for each file */
async function makeFiles(folder: string): Promise<string[]> {
  const placeholders: string[] = []
  for (let file = 0; file < files; file++) {
    const { width, height } = shapes[file % shapes.length] ?? shapes[0]
    const background = { r: (file * 53) % 256, g: (file * 97) % 256, b: (file * 31) % 256 }
    const noise = { type: "gaussian", mean: 128, sigma: 40 } as const
    const drawn = sharp({ create: { width, height, channels: 3, background, noise } }).blur(3)
    const bytes = await drawn.webp({ quality: 85 }).toBuffer()
    placeholders.push(await makePlaceholder(bytes, "image/webp"))
    const sizes = new Map([["original", bytes], ...(await makeThumbnails(bytes, "image/webp"))] as [string, Buffer][])
    for (let number = file; number < pictures; number += files) {
      const place = dirname(join(folder, keyOf(number)))
      mkdirSync(place, { recursive: true })
      for (const [size, content] of sizes) {
        const name = `${size}.webp`
        if (number === file) writeFileSync(join(place, name), content)
        else linkSync(join(folder, dirname(keyOf(file)), name), join(place, name))
      }
    }
  }
  if (thumbnailKey(keyOf(0), 640) !== keyOf(0).replace("original", "640")) throw new Error("Thumbnails lie elsewhere.")
  return placeholders
}

/** Rows of a person's pictures, the higher numbers older, each three hours apart. */
async function fillGallery(db: Db, owner: string, count: number, placeholders: string[]): Promise<void> {
  const things = ["chair of oak", "ankara handbag", "brass kettle", "pair of sandals", "jar of honey"]
  const places = ["by a window", "at a market stall", "on a Lagos balcony", "in a kitchen"]
  const list = (values: readonly string[]) => sql`(array[${sql.join(values)}]::text[])`
  const run = `order-${owner}`
  await sql`insert into runs (id, account_id, kind, title, input, count, fee_credits, body_hash, status)
    values (${run}, ${owner}, 'picture', 'Flux 1.1 Pro', '{}', 1, 1, '', 'ready')`.execute(db)
  for (let start = 0; start < count; start += 20_000) {
    await sql`insert into generations (id, run_id, position, account_id, prompt, sent_prompt, mode, aspect_ratio,
        is_public, storage_key, mime_type, width, height, byte_size, placeholder, created_at)
      select ${owner} || '-picture-' || n, ${run}, n, ${owner}, words, words, 'flux1.1-pro',
        ${list(shapes.map(({ ratio }) => ratio))}[n % 3 + 1], n % 3 = 0,
        'pictures/' || n % 100 || '/' || n || '/original.webp', 'image/webp',
        (array[${sql.join(shapes.map(({ width }) => width))}]::int[])[n % 3 + 1],
        (array[${sql.join(shapes.map(({ height }) => height))}]::int[])[n % 3 + 1],
        100000, ${list(placeholders)}[n % ${placeholders.length}::int + 1], now() - n * interval '3 hours'
      from generate_series(${start}::int, ${Math.min(count, start + 20_000) - 1}::int) n
      cross join lateral (select 'a ' || ${list(things)}[n % 5 + 1] || ' ' || ${list(places)}[n % 4 + 1] ||
        ', number ' || n as words) as said`.execute(db)
  }
}

/** Signs somebody up and gives them the pictures. @returns what signs a browser in as them */
async function makeOwner(browser: Browser, url: string, db: Db, placeholders: string[]) {
  const context = await browser.newContext({ baseURL: url })
  await signUpConfirmed(await context.newPage(), url)
  const { rows } = await sql<{ id: string }>`
    update accounts set prefs = '{"gallery":"endless"}' where id <> ${searcher} returning id`.execute(db)
  await fillGallery(db, rows[0]?.id ?? "", pictures, placeholders)
  await sql`vacuum analyze generations_with_trash`.execute(db)
  const state = await context.storageState()
  await context.close()
  return state
}

async function measureScroll(url: string, db: Db, placeholders: string[]): Promise<Figure[]> {
  const executablePath = browserPath()
  const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath })
  const figures: Figure[] = []
  try {
    const storageState = await makeOwner(browser, url, db, placeholders)
    for (const [name, options] of [
      ["desk", { viewport: { width: 1_440, height: 900 } }],
      ["phone", { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
    ] as const) {
      const context = await browser.newContext({ baseURL: url, storageState, ...options })
      const page = await context.newPage()
      await page.goto("/photo-gallery")
      await page.locator("section ul[aria-label] img").first().waitFor()
      await page.waitForLoadState("networkidle")
      // A phone has one column: a fifth of the pictures is as long a way.
      const wanted = name === "desk" ? pictures : Math.round(pictures / 5)
      const seen = await page.evaluate(scrollAll, [pxEachFrame, wanted] as const)
      const on = (what: string): string => `${what}, ${name}`
      if (seen.seen < wanted) throw new Error(`The gallery ended after ${seen.seen} pictures.`)
      figures.push(
        plain(on("pictures scrolled through"), String(seen.seen)),
        plain(on("frame, median"), `${percentile(seen.frames, 0.5).toFixed(1)} ms`),
        atMost(on("frame, p95"), percentile(seen.frames, 0.95), bars.frameMs, "ms"),
        atMost(on("images in the page"), seen.mostImages, bars.images, ""),
        atMost(on("longest time that a tile is empty"), seen.longestEmpty, bars.emptyMs, "ms"),
        plain(on("longest time that a tile shows coarse colours only"), `${seen.longestCoarse.toFixed(0)} ms`),
        plain(on("longest wait for the next page"), `${seen.longestWait.toFixed(0)} ms`),
      )
      await context.close()
    }
  } finally {
    await browser.close()
  }
  return figures
}

async function measureSearch(url: string): Promise<Figure[]> {
  const month = (back: number): string => new Date(Date.now() - back * 30 * 86_400_000).toISOString()
  const dates = `from=${month(200)}&to=${month(199)}`
  const questions = [
    ["a word that many have", "words=kettle"],
    ["two words, one only begun", "words=ankara+balc"],
    ["words that one has", "words=number+77777"],
    ["words that none has", "words=kettle+unicorn"],
    ["a month long past", dates],
    ["a word in it", `words=kettle&${dates}`],
    ["an album", "album=album-1"],
    ["a word in an album, of a month", `words=kettle&album=album-1&${dates}`],
    ["a word, a shape and who sees it", "words=sandals&shape=1%3A1&seenBy=me"],
  ] as const
  const figures: Figure[] = []
  for (const [what, question] of questions) {
    const times: number[] = []
    let found = 0
    for (let round = 0; round < rounds; round++) {
      const begun = performance.now()
      const reply = await fetch(`${url}/own-pictures?${question}`, { headers: { cookie: cookieOf(searcher) } })
      const { data } = (await reply.json()) as { data: unknown[] }
      times.push(performance.now() - begun)
      found = data.length
    }
    figures.push(atMost(`search among 100,000: ${what} (${found}), p95`, percentile(times, 0.95), bars.searchMs, "ms"))
  }
  return figures
}

const figures: Figure[] = []
await onPostgres(async ({ settings, open }) => {
  const database = await open()
  await migrate(database)
  const { db } = database
  const product = await startProcess({ ...settings, LOG_LEVEL: "silent", RATE_LIMIT_FACTOR: "100" }, "scripts/start.ts")
  try {
    await fillPeople(db, { from: 0, to: 1 })
    const placeholders = await makeFiles(join(settings.DATA_DIR ?? "", "files"))
    await fillGallery(db, searcher, searched, placeholders)
    await sql`insert into albums (id, account_id, name) values ('album-1', ${searcher}, 'Kettles')`.execute(db)
    await sql`insert into album_pictures (album_id, generation_id)
      select 'album-1', id from generations where account_id = ${searcher} and position % 101 = 0`.execute(db)
    await sql`vacuum analyze generations_with_trash, album_pictures`.execute(db)
    figures.push(...(await measureSearch(product.url)), ...(await measureScroll(product.url, db, placeholders)))
  } finally {
    await product.stop()
    await database.close()
  }
})
report(figures)
