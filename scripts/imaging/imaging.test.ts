import { execFile } from "node:child_process"
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { runCommandLine } from "./command-line.ts"

// Each run is a process of its own, which on a busy machine is slow, not broken.
vi.setConfig({ testTimeout: 120_000 })

const entry = join(import.meta.dirname, "main.ts")
let folder = ""

/** A red disc on a light ground. */
function drawPhoto(side: number): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="100%" height="100%" fill="#e8e6e2"/><circle cx="${side / 2}" cy="${side / 2}" r="${side / 3}" fill="#b02a2a"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

interface Run {
  code: number
  out: string
  err: string
}

function run(...args: string[]): Promise<Run> {
  return new Promise((resolve) => {
    execFile(process.execPath, [entry, ...args], (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err })
    })
  })
}

const at = (name: string): string => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "imaging-"))
  await writeFile(at("photo.png"), await drawPhoto(96))
  await writeFile(at("notes.txt"), "not a picture")
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

describe("imaging", () => {
  test("explains itself", async () => {
    const { code, out } = await run("--help")
    expect(code).toBe(0)
    for (const command of ["cutout", "upscale", "render", "shoot", "inspect"]) expect(out).toContain(command)
  })

  test("enlarges a picture and says how", async () => {
    const { code, out } = await run("upscale", "--factor", "2", at("photo.png"), at("large.png"))
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ width: 192, height: 192, factor: 2, by: "local" })
    expect((await sharp(await readFile(at("large.png"))).metadata()).width).toBe(192)
  })

  test("cuts a product out and says how sure it is", async () => {
    const { code, out } = await run("cutout", at("photo.png"), at("cut.png"))
    expect(code).toBe(0)
    const { confidence, seconds } = JSON.parse(out)
    expect(confidence).toBeGreaterThan(0.5)
    expect(seconds).toBeGreaterThan(0)
    const { data, info } = await sharp(at("cut.png")).raw().toBuffer({ resolveWithObject: true })
    expect([info.channels, data[3], data[(48 * 96 + 48) * 4 + 3]]).toEqual([4, 0, 255])
  })

  test("works through a folder, saying which file was bad", async () => {
    const photos = await mkdtemp(join(folder, "many-"))
    for (const name of ["a.png", "c.png"]) await writeFile(join(photos, name), await drawPhoto(64))
    await writeFile(join(photos, "b.jpg"), "broken")
    const { code, out } = await run("upscale", "--factor", "4", "--dir", photos, at("results"))
    expect(code).toBe(1)
    expect((await readdir(at("results"))).sort()).toEqual(["a.png", "c.png"])
    expect(out.trim().split("\n")[1]).toContain("not a picture we can read")
  })

  test("shoots a cut-out in a set", async () => {
    const size = ["--width", "96", "--height", "96"]
    const { code, out } = await run("shoot", "--template", "catalogue-grey", ...size, at("photo.png"), at("shot.webp"))
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ template: "catalogue-grey" })
    expect((await sharp(await readFile(at("shot.webp"))).metadata()).format).toBe("webp")
  })

  test("inspects pictures", async () => {
    const { code, out } = await run("inspect", at("photo.png"))
    expect(code).toBe(0)
    const { isUsable, findings } = JSON.parse(out)
    expect([isUsable, findings[0].code]).toEqual([false, "too_small"])
    expect(findings[0].retake).toMatch(/camera/)
  })

  test.each([
    ["an unknown command", ["fly"], /no command "fly"/],
    ["nothing", [], /Say what to do/],
    ["a missing file", ["cutout", "/nowhere/x.jpg", "y.png"], /no file at \/nowhere\/x\.jpg/],
    ["a text file", ["cutout", "notes.txt", "y.png"], /not a picture we can read/],
    ["a factor of 3", ["upscale", "--factor", "3", "photo.png", "y.png"], /2 or 4/],
    ["an ending we cannot write", ["upscale", "photo.png", "y.bmp"], /\.png or \.webp/],
    ["an unknown option", ["upscale", "--speed", "9", "photo.png", "y.png"], /--speed/],
    ["an unknown template", ["shoot", "--template", "moon", "photo.png", "y.png"], /no template "moon"/],
    ["a render without prompt", ["render", "y.png"], /--prompt/],
    ["a size beyond reason", ["render", "--prompt", "mug", "--width", "99999", "y.png"], /--width/],
  ])("refuses %s with one line", async (_, args, message) => {
    const inside = args.map((arg) => (/^(photo|notes|y)\./.test(arg) ? at(arg) : arg))
    let err = ""
    const written = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
      err += text
      return true
    })
    const code = await runCommandLine(inside).finally(() => written.mockRestore())
    expect(code).toBe(1)
    expect(err).toMatch(message)
    expect(err.trim().split("\n")).toHaveLength(1)
  })
})
