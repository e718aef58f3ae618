import { afterEach, expect, test, vi } from "vitest"
import { messages } from "#contract/messages.ts"
import { preparePhoto } from "./prepare-photo.ts"

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

test("another file that cannot be opened is called damaged, whatever the server can", async () => {
  browserThatCannot()
  const broken = new File(["x"], "a.jpg", { type: "image/jpeg" })
  await expect(preparePhoto(broken, async () => true)).rejects.toThrow("a.jpg cannot be opened. It may be damaged")
})
