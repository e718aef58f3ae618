import { screen, waitFor } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import { listDocuments } from "#contract/hosted/documents.ts"
import { updatePreferences } from "#contract/identity/account.ts"
import { DataSaverSwitch } from "#web/content/data-saver-switch.tsx"
import { ExamplePicture, ShowExamples } from "#web/content/example-picture.tsx"
import { FileSize } from "#web/content/file-size.tsx"
import { buildAccount, signedIn } from "#web/testing/build-user.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { networkAtRest } from "#web/testing/network.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"

afterEach(() => vi.unstubAllGlobals())

/** Opens what the saver acts upon, on a device that does or does not ask for less. */
function open(deviceSaves: boolean, dataSaver?: string) {
  const connection = Object.assign(new EventTarget(), { saveData: deviceSaves })
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { connection }))
  const api = fakeApi()
  const prefs = { theme: "dark", ...(dataSaver && { dataSaver }) }
  signedIn(api, { account: { prefs } })
  api.answer(updatePreferences, buildAccount())
  const answer = fetch
  const paper = { headers: { "content-length": "48200" } }
  vi.stubGlobal("fetch", (address: RequestInfo, init?: RequestInit) =>
    init?.method === "HEAD" ? Promise.resolve(new Response(null, paper)) : answer(address, init),
  )
  const user = renderScreen(
    <>
      <DataSaverSwitch />
      <ExamplePicture src="/example.webp" alt="an example" seed={1} />
      <ShowExamples />
      <FileSize address="/paper.pdf" />
    </>,
  )
  const isOn = (): boolean => screen.getByRole<HTMLInputElement>("switch", { name: "Data saver" }).checked
  const kept = (): unknown => api.callsOf(updatePreferences).at(-1)?.body.prefs
  return { api, user, isOn, kept, connection }
}

test("follows the device until the person chooses, and again when they choose what it asks for anyway", async () => {
  const { api, user, isOn, kept, connection } = open(true)
  expect(isOn()).toBe(true)
  await waitFor(() => expect(api.callsOf(listDocuments)).toHaveLength(1))
  await networkAtRest()
  connection.saveData = false
  connection.dispatchEvent(new Event("change"))
  await waitFor(() => expect(isOn()).toBe(false))
  await user.click(screen.getByRole("switch"))
  await waitFor(() => expect(kept()).toEqual({ theme: "dark", dataSaver: "on" }))
  expect(isOn()).toBe(true)
  await user.click(screen.getByRole("switch"))
  await waitFor(() => expect(kept()).toEqual({ theme: "dark", dataSaver: "device" }))
  expect(isOn()).toBe(false)
})

test("what the account says goes before what the device asks for", async () => {
  const { isOn } = open(true, "off")
  await waitFor(() => expect(isOn()).toBe(false))
  expect(screen.getByAltText("an example")).toBeDefined()
  expect(screen.queryByText("(48 kB)")).toBeNull()
})

test("holds examples back until they are asked for, and has papers say their size", async () => {
  const { user } = open(false, "on")
  await screen.findByText("(48 kB)")
  expect(screen.getByRole("img", { name: "an example" }).tagName).toBe("DIV")
  await user.click(await screen.findByRole("button", { name: "Show example pictures" }))
  expect(screen.getByAltText("an example").getAttribute("src")).toBe("/example.webp")
  expect(screen.queryByRole("button")).toBeNull()
})
