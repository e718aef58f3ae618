import { QueryClientProvider } from "@tanstack/react-query"
import { act, renderHook, waitFor } from "@testing-library/react"
import type { ReactElement, ReactNode } from "react"
import { afterEach, expect, test, vi } from "vitest"
import { getStudio } from "#contract/studio/generations.ts"
import { checkPhoto } from "#contract/studio/trainings.ts"
import { createQueryClient } from "#web/lib/calls/query-client.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { turned, unreadable, unreadableHeic } from "./dataset.ts"
import { useDataset } from "./use-dataset.ts"

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function WithQueries({ children }: { children: ReactNode }): ReactElement {
  return <QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>
}

test("a photo that this browser chokes on does not keep the others from being looked at", async () => {
  URL.createObjectURL ??= () => "blob:photo"
  URL.revokeObjectURL ??= () => {}
  vi.stubGlobal("createImageBitmap", async ({ name }: File) => {
    if (name !== "huge.jpg") throw new Error("no picture")
    // Sides at which a canvas gives up.
    return {
      get width(): number {
        throw new Error("out of memory")
      },
    }
  })
  const { result } = renderHook(() => useDataset(""), { wrapper: WithQueries })
  act(() => result.current.add([new File(["a"], "huge.jpg"), new File(["b"], "text.jpg")]))
  await waitFor(() => {
    expect(result.current.photos.map(({ findings }) => findings)).toEqual([[unreadable], [unreadable]])
  })
})

test.each([
  [true, []],
  [false, [unreadableHeic]],
])(
  "a photo of an iPhone that this browser cannot open counts where the server can: %s",
  async (readsHeic, findings) => {
    URL.createObjectURL ??= () => "blob:photo"
    URL.revokeObjectURL ??= () => {}
    vi.stubGlobal("createImageBitmap", () => Promise.reject(new Error("no picture")))
    const studio = { engine: "local", isLocalEngine: true, canBePrivate: false, modes: {}, kinds: {}, readsHeic }
    fakeApi().answer(getStudio, { data: { ...studio, imageHost: "own", isUpscalingFree: false } })
    const { result } = renderHook(() => useDataset(""), { wrapper: WithQueries })
    act(() => result.current.add([new File(["a"], "IMG_0001.HEIC")]))
    await waitFor(() => expect(result.current.photos.map((photo) => photo.findings)).toEqual([findings]))
  },
)

test("a photo that a phone stored turned is said to be, though the copy that is judged is upright", async () => {
  URL.createObjectURL ??= () => "blob:photo"
  URL.revokeObjectURL ??= () => {}
  vi.stubGlobal("createImageBitmap", async () => ({ width: 800, height: 600, close() {} }))
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null)
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((take) =>
    take({ size: 1, arrayBuffer: async () => new ArrayBuffer(1) } as Blob),
  )
  const api = fakeApi()
  api.answer(checkPhoto, { data: { isUsable: true, findings: [] } })
  const exif = [
    0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0,
  ]
  const sideways = new Uint8Array([0xff, 0xd8, 0xff, 0xe1, 0, exif.length + 2, ...exif])
  const { result } = renderHook(() => useDataset(""), { wrapper: WithQueries })
  act(() => result.current.add([new File([sideways], "turned.jpg"), new File(["b"], "upright.jpg")]))
  await waitFor(() => expect(result.current.photos.map(({ findings }) => findings)).toEqual([[turned], []]))
  expect(api.callsOf(checkPhoto)).toHaveLength(2)
})
