import { afterEach, expect, test, vi } from "vitest"
import { messages } from "#contract/messages.ts"
import { namePhotoKinds, preparePhoto } from "./prepare-photo.ts"

const heic = new File(["a photo"], "IMG_0001.HEIC", { type: "image/heic" })

/** A browser without the decoder of iPhones, as most are. */
function browserThatCannot(): void {
  vi.stubGlobal("createImageBitmap", () => Promise.reject(new DOMException("no", "InvalidStateError")))
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test("a photo of an iPhone that this browser cannot open goes up as it is where the server can", async () => {
  browserThatCannot()
  expect(await preparePhoto(heic, async () => true)).toEqual({ file: heic, width: 0, height: 0 })
})

test("where nobody can, its owner is told what to do, before anything is uploaded", async () => {
  browserThatCannot()
  const words = `IMG_0001.HEIC is a HEIC photo, which this browser cannot open. ${messages.heicWayOut}`
  await expect(preparePhoto(heic, async () => false)).rejects.toThrow(words)
})

test("on another phone, the way out is that phone's own", async () => {
  browserThatCannot()
  vi.stubGlobal("navigator", { userAgent: "Mozilla/5.0 (Linux; Android 14; SM-A155F)", vendor: "Google Inc." })
  await expect(preparePhoto(heic, async () => false)).rejects.toThrow("In the settings of this phone's camera")
  await expect(preparePhoto(heic, async () => false)).rejects.not.toThrow("iPhone")
})

test("what is no photo is refused in people's words", async () => {
  const list = new File(["one, two"], "list.txt", { type: "text/plain" })
  const words = "list.txt is not a photo. Please choose a photo, such as JPEG or PNG."
  await expect(preparePhoto(list, async () => true)).rejects.toThrow(words)
})

test.each([
  ["Apple Computer, Inc.", "Mozilla/5.0 (iPhone) Version/17.5 Mobile Safari/604.1", "JPEG, PNG, WebP or HEIC"],
  ["Apple Computer, Inc.", "Mozilla/5.0 (Macintosh) Version/16.6 Safari/605.1", "JPEG, PNG or WebP"],
  ["Google Inc.", "Mozilla/5.0 (Linux; Android 14) Version/4.0 Chrome/131.0", "JPEG, PNG or WebP"],
])("%s %s is promised %s", (vendor, userAgent, kinds) => {
  vi.stubGlobal("navigator", { vendor, userAgent })
  expect(namePhotoKinds(false)).toBe(kinds)
})

function browserThatSees(width: number, height: number): void {
  vi.stubGlobal("createImageBitmap", async () => ({ width, height, close: () => undefined }))
}

const jpegStart = new Uint8Array([0xff, 0xd8, 0xff, 0xe0])

test.each(["photo.jfif", "photo.jpe", "photo", "photo.txt"])("%s is taken by its content", async (name) => {
  browserThatSees(8, 8)
  const file = new File([jpegStart], name, { type: "" })
  expect(await preparePhoto(file, async () => false)).toEqual({ file, width: 8, height: 8 })
})

test("a photo that is too tall is refused with the limit before anything is uploaded", async () => {
  browserThatSees(400, 16_500)
  const file = new File([jpegStart], "page.jpg", { type: "image/jpeg" })
  await expect(preparePhoto(file, async () => false)).rejects.toThrow("A side of up to 16384 pixels is taken")
})

test("another file that cannot be opened is called damaged, whatever the server can", async () => {
  browserThatCannot()
  const broken = new File(["x"], "a.jpg", { type: "image/jpeg" })
  await expect(preparePhoto(broken, async () => true)).rejects.toThrow("a.jpg cannot be opened. It may be damaged")
})
