import { screen, waitFor, within } from "@testing-library/react"
import { beforeEach, expect, test, vi } from "vitest"
import { styles } from "#contract/catalogue/styles.ts"
import { lookAtCutOut } from "#contract/studio/training-looks.ts"
import { signedIn } from "#web/testing/build-user.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { things } from "#web/testing/fake-idb.ts"
import { allowCarousels, bringAllIntoView } from "#web/testing/in-view.ts"
import { expectAddress, renderScreen } from "#web/testing/render-screen.tsx"
import { Component as CategoryScreen } from "./category-screen.tsx"
import { Component as ExploreScreen } from "./explore-screen.tsx"

vi.mock("idb-keyval", () => import("#web/testing/fake-idb.ts"))

beforeEach(() => {
  allowCarousels()
  bringAllIntoView()
})

const addressOf = (name: string): string | null => screen.getByRole("link", { name }).getAttribute("href")

test("leads from the tools to shoots, to credits and to each of the sixteen styles", () => {
  renderScreen(<ExploreScreen />, { at: "/explore" })
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Explore Tools")
  expect([addressOf("Try Photoshoot"), addressOf("Buy credits")]).toEqual(["/app", "/credits-billing"])
  const row = screen.getByRole("region", { name: "Styles for you" })
  expect(within(row).getByText(/of 16$/)).toBeDefined()
  const cards = within(row).getAllByRole("link", { name: /^Try Now: / })
  expect(cards.map((card) => card.getAttribute("href")).sort()).toEqual(
    styles.map(({ slug }) => `/category/${slug}`).sort(),
  )
  // What is asked for most comes first.
  const trending = styles.filter(({ isTrending }) => isTrending).map(({ slug }) => `/category/${slug}`)
  expect(trending.length).toBeGreaterThan(0)
  expect(cards.slice(0, trending.length).map((card) => card.getAttribute("href"))).toEqual(trending)
  const miniApps = screen.getByRole("region", { name: "Mini Apps" })
  expect(miniApps.textContent).toBe("Mini Apps")
})

test.each(styles)("shows the trade $slug: its scenes for one's own photo first, other ways, what is near", (style) => {
  fakeApi()
  renderScreen(<CategoryScreen />, { at: `/category/${style.slug}`, path: "/category/:slug" })
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(style.name)
  expect(screen.getByText(style.text)).toBeDefined()
  expect(addressOf("Start with photos")).toBe(`/training?mode=${style.slug}`)
  const wordsOf = (address: string | null): string | null =>
    new URL(address ?? "", "http://here").searchParams.get("prompt")
  expect(wordsOf(addressOf("Start with words"))).toBe(style.words)
  // A photo in a scene is offered, with its price, before a training.
  const invitation = screen.getByRole("heading", { name: "My photo in a scene · 2 credits" })
  const training = screen.getByRole("link", { name: "Start with photos" })
  expect(invitation.compareDocumentPosition(training) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(style.templates.length).toBeGreaterThanOrEqual(6)
  for (const { title, name } of style.templates) {
    expect(screen.getByRole("img", { name: `${style.thing}: ${title}` })).toBeDefined()
    expect(addressOf(`Use this scene: ${title}`)).toBe(`/generations/scene?set=${name}`)
  }
  const related = within(screen.getByRole("navigation", { name: "Related trades" })).getAllByRole("link")
  expect(related.map((link) => link.getAttribute("href"))).toEqual(style.related.map((slug) => `/category/${slug}`))
  expect(related.length).toBeGreaterThan(0)
  expect(style.related).not.toContain(style.slug)
})

test("leads to all styles where there is no such trade", async () => {
  renderScreen(<CategoryScreen />, { at: "/category/moons", path: "/category/:slug" })
  await expectAddress("/explore")
})

test("a photo that was chosen before is shown in each scene, and goes along into the one that is used", async () => {
  const api = fakeApi()
  signedIn(api)
  things.clear()
  things.set("owner", { id: "ada", isOpen: true })
  const address = "/v1/storage/buckets/images/files/shoe/view?project=aworan"
  things.set("photo:mine:1-0000@9999999999999", { name: "shoe.jpg", address: `http://localhost${address}` })
  const look = { isFound: true, isSettled: true, firstUrl: "http://localhost/training-looks/shoe/first" } as const
  api.answer(lookAtCutOut, { data: { ...look, otherUrl: null, chosen: "first" } })
  const answerLook = api.hold(lookAtCutOut)
  renderScreen(<CategoryScreen />, { at: "/category/bags", path: "/category/:slug" })
  expect(await screen.findByText("shoe.jpg")).toBeDefined()
  const { templates = [], thing } = styles.find(({ slug }) => slug === "bags") ?? {}
  const [first] = templates
  // What is not drawn yet shows the person's own photo, then its cut-out, and nobody's sample goods.
  const scenes = within(screen.getByRole("region", { name: "Scenes" }))
  const showing = (path: string) =>
    [...document.querySelectorAll('section[aria-labelledby="scenes"] img')].filter((image) =>
      image.getAttribute("src")?.includes(path),
    )
  await waitFor(() => expect(showing("/files/shoe/")).toHaveLength(templates.length))
  expect(scenes.queryByRole("img", { name: `${thing}: ${first?.title}` })).toBeNull()
  answerLook()
  await waitFor(() => expect(showing("/training-looks/shoe/first")).toHaveLength(templates.length))
  const drawn = () => document.querySelector(`img[src^="/photo-previews"]`)?.getAttribute("src") ?? ""
  await waitFor(() => expect(drawn()).not.toBe(""))
  expect(Object.fromEntries(new URL(drawn(), "http://here").searchParams)).toEqual({
    image: address,
    what: "set",
    set: first?.name,
  })
  const used = new URL(addressOf(`Use this scene: ${first?.title}`) ?? "", "http://here")
  expect(Object.fromEntries(used.searchParams)).toEqual({ set: first?.name, image: address })
})
