import { QueryClientProvider } from "@tanstack/react-query"
import { act, renderHook, waitFor } from "@testing-library/react"
import type { ReactElement, ReactNode } from "react"
import { afterEach, expect, test, vi } from "vitest"
import { getStudio } from "#contract/product/generations.ts"
import { createQueryClient } from "#web/lib/query-client.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { unreadable, unreadableHeic } from "./dataset.ts"
import { useDataset } from "./use-dataset.ts"

afterEach(() => vi.unstubAllGlobals())

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
  const { result } = renderHook(() => useDataset(), { wrapper: WithQueries })
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
    const { result } = renderHook(() => useDataset(), { wrapper: WithQueries })
    act(() => result.current.add([new File(["a"], "IMG_0001.HEIC")]))
    await waitFor(() => expect(result.current.photos.map((photo) => photo.findings)).toEqual([findings]))
  },
)
