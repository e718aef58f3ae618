import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { emptyProduct, type Product } from "#contract/studio/shelf.ts"
import type { Shop } from "#contract/studio/shelf-shop.ts"
import { createDiskStorage } from "#server/adapters/storage/disk/disk.ts"
import { type OpenDatabase, openPostgres } from "#server/db/open.ts"
import { type Cluster, findPostgres, startCluster } from "#server/testing/databases/postgres-cluster.ts"
import { clockMs } from "#server/testing/measure.ts"
import { type RunningProcess, signUpAt, startProcess, type Visitor } from "#server/testing/processes/processes.ts"
import { buildPictures } from "#server/testing/records/build-pictures.ts"
import { twoColours } from "#server/testing/records/uploads.ts"

/** Longest time in ms until every process answers as the one that was told: a second, or ten usual rounds on a slow machine. */
const soonAfter = async (usualRound: () => Promise<unknown>): Promise<number> =>
  Math.max(1_000, 10 * (await clockMs(usualRound)))

describe.runIf(findPostgres())("what two processes show to visitors", () => {
  let dir: string
  let cluster: Cluster
  let processes: RunningProcess[] = []
  let seller: Visitor
  let operator: Visitor
  let database: OpenDatabase

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), "aworan-shops-"))
    cluster = await startCluster(findPostgres() ?? "")
    const settings = { DATA_DIR: join(dir, "shared"), DATABASE_URL: `${cluster.baseUrl}/postgres` }
    processes = [await startProcess({ ...settings, ROLE: "web" }), await startProcess({ ...settings, ROLE: "web" })]
    const mailing = await startProcess({ ...settings, ROLE: "worker" })
    seller = await signUpAt(first(), "shop@example.com")
    operator = await signUpAt(first(), "desk@example.com")
    await mailing.stop()
    database = openPostgres(settings.DATABASE_URL)
    await database.db.insertInto("operators").values({ accountId: operator.accountId, role: "content" }).execute()
  }, 120_000)
  afterAll(async () => {
    await database.close()
    for (const process of processes) await process.kill()
    await cluster.stop()
    rmSync(dir, { recursive: true, force: true })
  })

  const first = (): RunningProcess => {
    const [process] = processes
    if (!process) throw new Error("No process is running.")
    return process
  }

  /** Statuses of these paths at every process. */
  const statuses = (paths: readonly string[]) =>
    Promise.all(processes.flatMap(({ url }) => paths.map(async (path) => (await fetch(url + path)).status)))

  /** A finished picture of the seller's that everybody may see. */
  const buildPicture = async (): Promise<{ id: string; prompt: string }> => {
    const prompt = "a red handbag"
    const [id = ""] = await buildPictures({ s: database }, seller.accountId, [{ prompt }])
    const { storageKey } = await database.db
      .selectFrom("generations")
      .select("storageKey")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
    const storage = createDiskStorage(join(dir, "shared", "files"))
    const bytes = await twoColours(900, 700).webp().toBuffer()
    for (const key of [storageKey, ...["320", "640"].map((side) => storageKey.replace(/[^/]+$/, `${side}.webp`))]) {
      await storage.put(key, bytes, "image/webp")
    }
    return { id, prompt }
  }

  test("what is sold out, taken off, taken down, put into the trash, deleted or closed is gone from both within a second", async () => {
    const form = new FormData()
    form.append("upload_preset", "photos")
    form.append("cloud_name", "aworan")
    const bytes = await twoColours(900, 700).png().toBuffer()
    form.append("file", new Blob([Uint8Array.from(bytes)]), "bag.png")
    const uploaded = await fetch(`${first().url}/v1_1/aworan/image/upload`, {
      method: "POST",
      headers: { cookie: seller.cookie },
      body: form,
    })
    const { secure_url } = (await uploaded.json()) as { secure_url: string }
    const id = /files\/([^/]+)/.exec(secure_url)?.[1] ?? ""
    const send = async <Data>(method: string, path: string, body: object): Promise<Data> => {
      const reply = await seller.send(first(), method, path, body)
      const answer = (await reply.json()) as { data: Data }
      expect([path, reply.ok]).toEqual([path, true])
      return answer.data
    }
    const shopFields = {
      handle: "two-processes",
      name: "Two",
      logo: null,
      brandColour: "#33249c",
      accentColour: "#d9962e",
      whatsApp: "",
      instagram: "",
      opening: "",
      delivery: "",
      currency: "NGN",
      isPublished: true,
      version: 0,
    }
    const shop = await send<Shop>("PUT", "/own-shop", shopFields)
    const pictures = [{ source: "files", id }]
    const fields = { ...emptyProduct, name: "Bag", priceNgn: 500_000, isOnShelf: true, pictures }
    let product = await send<Product>("POST", "/shelf/products", fields)
    const page = await (await fetch(`${first().url}/shop/two-processes/bag`)).text()
    const picture = /src="(\/shop-pictures\/[^"]+\/640)"/.exec(page)?.[1] ?? ""
    const feed = new URL(shop.feedUrl).pathname
    const paths = [
      "/shop/two-processes/bag",
      "/shop/two-processes/bag/preview.jpg",
      picture,
      picture.replace("640", "1080"),
    ]
    const inFeeds = async () =>
      Promise.all(processes.map(async ({ url }) => (await (await fetch(url + feed)).text()).includes(product.id)))
    const change = async (part: object) => {
      product = await send<Product>("PUT", `/shelf/products/${product.id}`, {
        ...fields,
        version: product.version,
        ...part,
      })
    }
    const all = (status: number) => paths.flatMap(() => [status, status])
    expect(await statuses(paths)).toEqual(all(200))
    const soonMs = await soonAfter(() => statuses(paths))

    for (const gone of [{ stock: 0 }, { isOnShelf: false }]) {
      // Both have made and kept their copies by now.
      expect([await statuses(paths), await inFeeds()]).toEqual([all(200), [true, true]])
      const began = performance.now()
      await change(gone)
      expect([await statuses(paths), await inFeeds()]).toEqual([all(404), [false, false]])
      expect(performance.now() - began).toBeLessThan(soonMs)
      await change({})
    }
    const goneBy = async (change: Promise<Response | Shop>, more: readonly string[] = [], usual = paths) => {
      const began = performance.now()
      await change
      const asked = [...usual, ...more]
      expect(await statuses(asked)).toEqual(asked.flatMap(() => [404, 404]))
      expect(performance.now() - began).toBeLessThan(soonMs)
    }
    const decide = (step: string) =>
      operator.send(first(), "POST", `/operators/shops/product/${product.id}/${step}`, {
        reason: "It deceives buyers.",
      })
    await goneBy(decide("take-down"))
    expect((await decide("restore")).status).toBe(200)
    expect(await statuses(paths)).toEqual(all(200))
    const closed = send<Shop>("PUT", "/own-shop", { ...shopFields, isPublished: false, version: shop.version })
    await goneBy(closed, ["/shop/two-processes", feed])
    await send("PUT", "/own-shop", { ...shopFields, version: (await closed).version })
    expect(await statuses(paths)).toEqual(all(200))
    const decideShop = (step: string) =>
      operator.send(first(), "POST", `/operators/shops/shop/${seller.accountId}/${step}`, {
        reason: "It deceives buyers.",
      })
    await goneBy(decideShop("take-down"), ["/shop/two-processes", feed])
    const told = await (await seller.send(first(), "GET", "/own-shop")).json()
    expect(told).toMatchObject({ data: { takenDownFor: "It deceives buyers." } })
    expect((await decideShop("restore")).status).toBe(200)
    expect(await statuses(paths)).toEqual(all(200))
    // Of an upload that is deleted alone every copy is gone, and its product's page says nothing of it.
    const copies = ["320", "640", "1080", "jumia"].map((side) => picture.replace(/640$/, side))
    expect(await statuses(copies)).toEqual(copies.flatMap(() => [200, 200]))
    await goneBy(seller.send(first(), "DELETE", `/v1/storage/buckets/images/files/${id}`), copies, [])
    const pages = processes.map(async ({ url }) => (await fetch(`${url}/shop/two-processes/bag`)).text())
    for (const text of await Promise.all(pages)) expect(text).not.toContain("/shop-pictures/")
    // A picture of the product that goes into the trash, with the one list that every visitor sees.
    const made = await buildPicture()
    await change({ pictures: [{ source: "generations", id: made.id }] })
    const withPicture = await (await fetch(`${first().url}/shop/two-processes/bag`)).text()
    const ofShop = /src="(\/shop-pictures\/[^"]+\/640)"/.exec(withPicture)?.[1] ?? ""
    const documents = "/v1/databases/main/collections/generations/documents"
    const places = [`/pictures/${made.id}`, `/pictures/${made.id}/640`, `${documents}/${made.id}`, ofShop]
    const listed = () =>
      Promise.all(processes.map(async ({ url }) => (await (await fetch(url + documents)).text()).includes(made.prompt)))
    expect([await statuses(places), await listed(), await inFeeds()]).toEqual([
      places.flatMap(() => [200, 200]),
      [true, true],
      [true, true],
    ])
    const began = performance.now()
    expect((await seller.send(first(), "DELETE", `${documents}/${made.id}`)).status).toBe(204)
    expect([await statuses(places), await listed(), await inFeeds()]).toEqual([
      places.flatMap(() => [404, 404]),
      [false, false],
      [false, false],
    ])
    expect(performance.now() - began).toBeLessThan(soonMs)
    const undone = { pictures: [{ source: "generations", id: made.id }] }
    await send("POST", "/own-pictures/trash/restoration", undone)
    expect(await statuses(places)).toEqual(places.flatMap(() => [200, 200]))
    await goneBy(seller.send(first(), "DELETE", `/shelf/products/${product.id}`))
  })
  test("a private link to an album shows what is in it now, and nothing anywhere once it has ended", async () => {
    const send = async <Data>(method: string, path: string, body: object): Promise<Data> => {
      const reply = await seller.send(first(), method, path, body)
      return ((await reply.json()) as { data: Data }).data
    }
    await database.db
      .updateTable("accounts")
      .set({ isEmailVerified: true })
      .where("id", "=", seller.accountId)
      .execute()
    const [one, two] = [await buildPicture(), await buildPicture()]
    const albums = "/own-pictures/albums"
    const album = await send<{ id: string }>("POST", albums, { name: "For you" })
    await send("POST", `${albums}/${album.id}/pictures`, { ids: [one.id, two.id] })
    const link = await send<{ id: string; url: string }>("POST", `${albums}/${album.id}/links`, { hours: 1 })
    const page = new URL(link.url).pathname
    const [ofOne, ofTwo] = [one, two].map(({ id }) => `${page}/pictures/${id}/640`)
    const paths = [page, ofOne ?? "", ofTwo ?? ""]
    expect(await statuses(paths)).toEqual([200, 200, 200, 200, 200, 200])
    const soonMs = await soonAfter(() => statuses(paths))
    const began = performance.now()
    await send("POST", `${albums}/${album.id}/removal`, { ids: [one.id] })
    expect(await statuses(paths)).toEqual([200, 404, 200, 200, 404, 200])
    await seller.send(first(), "DELETE", `/v1/databases/main/collections/generations/documents/${two.id}`)
    expect(await statuses(paths)).toEqual([404, 404, 404, 404, 404, 404])
    await send("POST", `${albums}/${album.id}/pictures`, { ids: [one.id] })
    expect(await statuses(paths)).toEqual([200, 200, 404, 200, 200, 404])
    await seller.send(first(), "DELETE", `/own-pictures/links/${link.id}`)
    expect(await statuses(paths)).toEqual([404, 404, 404, 404, 404, 404])
    expect(performance.now() - began).toBeLessThan(4 * soonMs)
  })
})
