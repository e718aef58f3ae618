/**
 * A large shop among many:
 *   npm run bench shops           2,000 products in one shop, 10,000 shops beside it with five each
 *   npm run bench shops 1000      so many shops beside it
 * Rows are made by the database itself; the calls are the product's own, on PostgreSQL.
 */
import { sql } from "kysely"
import sharp from "sharp"
import { imagesBucketId } from "#contract/hosted/files.ts"
import { maxProducts } from "#contract/studio/shelf.ts"
import { migrate } from "#server/db/migrate.ts"
import { openPostgres } from "#server/db/open.ts"
import { feedSecret } from "#server/features/studio/shelf/shop.ts"
import { findShop } from "#server/features/studio/shelf/shop-queries.ts"
import { findPostgres, startCluster } from "#server/testing/databases/postgres-cluster.ts"
import { openTestApp } from "#server/testing/test-app.ts"
import { atMost, type Figure, percentile, plain, report } from "./figures.ts"

const shops = Number(process.argv[2] ?? "10000")
if (!Number.isInteger(shops) || shops < 100) {
  process.stdout.write("shops takes how many shops, a hundred at least.\n")
  process.exit(2)
}
const productsOfEach = 5

/** Longest answer that a visitor or seller waits for, in ms: 95 of a hundred are below it. */
const barMs = 150
const rounds = 40

/** What sending the whole shop again and again may add to the process's memory, in MB, and so may its price list. */
const barMb = 64

/** The longest a price list may take whose small copies are kept, in percent of one that makes them. */
const barShare = 50

/** Photos that the products of the large shop share, and their side in pixels. */
const photos = { count: 50, side: 1_080 } as const
const photoKey = (number: number | string): string => `bench/${number}/photo.webp`

/** @param many products of each owner, named by `seller-` and its number */
const productRows = (from: number, to: number, many: number): string => `
  insert into products (id, account_id, slug, name, sku, category, price_ngn, options, variants, stock, is_sold_out, condition,
    text, notes, is_on_shelf)
  select 'product-' || n || '-' || m, 'seller-' || n, 'bag-' || m, initcap(substr(md5((n * 7 + m)::text), 1, 7)) || ' bag ' || m,
    'SKU-' || m, 'bags', 500000 + m, '[]', '[]', null, false, 'new', repeat('Sewn in Yaba. ', 20), '', true
  from generate_series(${from}, ${to}) n, generate_series(1, ${many}) m`

const statements = [
  `insert into accounts (id, name, email, is_email_verified, publishing)
    select 'seller-' || n, 'Obi', 'seller' || n || '@example.com', true, 'trusted' from generate_series(1, ${shops}) n`,
  `insert into shops (account_id, handle, handle_changed_at, name, brand_colour, accent_colour, whats_app, instagram, opening,
      delivery, currency, is_published, was_published)
    select 'seller-' || n, 'shop-' || n, now(), 'Shop ' || n, '#33249c', '#d9962e', '+2348031234567', '', 'Bags.', 'Lagos.', 'NGN',
      true, true from generate_series(1, ${shops}) n`,
  "insert into shop_handles (handle, account_id) select handle, account_id from shops",
  productRows(1, shops, productsOfEach),
]

/** The rest of the first shop, with a picture of each product. */
const large = [
  `delete from products where account_id = 'seller-1'`,
  productRows(1, 1, maxProducts),
  `insert into files (id, bucket_id, account_id, name, permissions, mime_type, signature, byte_size, chunks_total, chunks_uploaded,
      is_ready, width, height)
    select 'photo-' || m, '${imagesBucketId}', 'seller-1', 'bag.webp', '{}', 'image/webp', 'signature', 100000, 1, 1, true,
      ${photos.side}, ${photos.side} from generate_series(1, ${maxProducts}) m`,
  `insert into file_objects (storage_key, file_sequence, slot, byte_size)
    select 'bench/' || substr(id, 7) || '/photo.webp', sequence, 'piece-0', 100000 from files`,
  `insert into product_pictures (product_id, position, id, file_sequence)
    select 'product-1-' || substr(id, 7), 0, 'shown-' || substr(id, 7), sequence from files`,
]

const programs = findPostgres()
if (!programs) throw new Error("This bench needs PostgreSQL 15 or newer on this machine.")
const cluster = await startCluster(programs)
const figures: Figure[] = []
try {
  const database = openPostgres(`${cluster.baseUrl}/postgres`)
  await migrate(database)
  await database.db.connection().execute(async (db) => {
    await sql`set session_replication_role = replica`.execute(db)
    for (const statement of [...statements, ...large]) await sql.raw(statement).execute(db)
    await sql`set session_replication_role = origin`.execute(db)
    // What PostgreSQL does by itself within minutes.
    for (const table of [
      "accounts",
      "shops",
      "shop_handles",
      "products",
      "product_pictures",
      "files",
      "file_objects",
    ]) {
      await sql`vacuum analyze ${sql.table(table)}`.execute(db)
    }
  })
  const t = await openTestApp({ replace: { database }, hasWorker: false })
  const seller = await t.signUp({ isVerified: true })
  // The large shop belongs to somebody who can sign in.
  for (const table of ["shops", "shop_handles", "products", "files"]) {
    await sql`update ${sql.table(table)} set account_id = ${seller.accountId} where account_id = 'seller-1'`.execute(
      t.s.db,
    )
  }
  const background = { r: 180, g: 120, b: 70 }
  const noise = { type: "gaussian", mean: 128, sigma: 20 } as const
  const size = { width: photos.side, height: photos.side, channels: 3 } as const
  const photo = await sharp({ create: { ...size, background, noise } })
    .webp()
    .toBuffer()
  for (let number = 0; number < photos.count; number++) await t.s.storage.put(photoKey(number), photo, "image/webp")
  const get = t.s.storage.get.bind(t.s.storage)
  t.s.storage.get = (key) => get(key.replace(/^bench\/(\d+)/, (_, number) => `bench/${number % photos.count}`))
  const shop = await findShop(t.s.db, seller.accountId)
  if (!shop) throw new Error("There is no shop.")
  const feed = `/shop/shop-1/feed/${feedSecret(t.s, shop)}.csv`
  const headers = { accept: "text/html", "user-agent": "Mozilla/5.0 (Linux; Android 14)" }
  const calls = [
    ["the large shop's page", "/shop/shop-1"],
    ["its last page", `/shop/shop-1?page=${Math.floor(maxProducts / 48)}`],
    ["a search in it", "/shop/shop-1?q=bag+1999"],
    ["one of its products", "/shop/shop-1/bag-1000"],
    ["a small shop's page", `/shop/shop-${Math.round(shops / 2)}`],
    ["its feed of 2,000 products", feed],
    ["its map", "/shop/shop-1/sitemap.xml"],
    ["the list of all shops' maps", "/sitemap-shops.xml"],
    ["the seller's list", "/shelf/products"],
    ["a search in the seller's list", "/shelf/products?words=bag+1999"],
    ["the seller's table", "/own-shop/products.csv"],
  ] as const
  const ask = async (path: string): Promise<number> => {
    const start = performance.now()
    const isOwn = path.startsWith("/shelf") || path.startsWith("/own-shop")
    const reply = await t.request("GET", path, isOwn ? { person: seller } : { headers })
    if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.statusCode} ${reply.body.slice(0, 300)}`)
    return performance.now() - start
  }
  for (const [what, path] of calls) {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push(await ask(path))
    const isWhole = what.includes("feed") || what.includes("map") || what.includes("table")
    const p95 = percentile(times, 0.95)
    figures.push(isWhole ? plain(`${what}, p95`, `${p95.toFixed(0)} ms`) : atMost(`${what}, p95`, p95, barMs, "ms"))
  }
  const before = process.memoryUsage().rss
  let most = before
  for (let round = 0; round < rounds; round++) {
    for (const path of [feed, "/shop/shop-1", "/own-shop/products.csv"]) {
      await ask(path)
      most = Math.max(most, process.memoryUsage().rss)
    }
  }
  figures.push(
    atMost(`memory that ${rounds} more of page, feed and table add`, (most - before) / 1_048_576, barMb, "MB"),
  )
  // Uploads come without small copies: the first list makes them, the next reads them.
  const idle = process.memoryUsage().rss
  let highest = idle
  const watch = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage().rss)
  }, 50)
  const first = await ask("/own-shop/prices.pdf")
  const again = await ask("/own-shop/prices.pdf")
  clearInterval(watch)
  figures.push(plain("its first price list with 2,000 uploads", `${(first / 1_000).toFixed(0)} s`))
  figures.push(plain("the next one", `${(again / 1_000).toFixed(0)} s`))
  figures.push(atMost("the next one in percent of the first", (again / first) * 100, barShare, "%"))
  figures.push(atMost("memory that both add", (highest - idle) / 1_048_576, barMb, "MB"))
  await t.close()
} finally {
  await cluster.stop()
}
report(figures)
