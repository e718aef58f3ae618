import { StrictMode } from "react"
import { renderToString } from "react-dom/server"
import { createStaticHandler, createStaticRouter, type RouteObject, StaticRouterProvider } from "react-router"
import { product } from "#contract/brand.ts"
import { prerenderedStudioPage } from "#web/app/frames/prerendered-studio.tsx"
import { routes } from "#web/app/router.tsx"
import { type PageVariant, pageVariants } from "#web/content/page-variants.ts"
import { type PublicPage, publicPages } from "#web/content/public-pages.ts"
import { structuredData } from "#web/content/structured-data.ts"

/** A public page as it is written into a file. */
export interface ReadyPage {
  /** Addresses it answers, path and query. The first is the one search engines are told. */
  addresses: readonly string[]
  title: string
  description: string
  /** Module of its screen, in `web/`, and the shared files that hold the frames around it (`vite.config.ts`). */
  screens: readonly string[]
  /** Name of the picture a shared link shows. */
  picture: string
  /** What stands inside `#root`; of a page for signed-in people before it. */
  markup: string
  /** Whether its code is loaded as soon as it opens, and the markup gives way to the app. */
  isAhead: boolean
  /** What the page says to machines, as JSON-LD. */
  facts: readonly object[]
  /** Whether search engines are told of it. */
  isListed: boolean
}

/** Draws every public page. @throws Error when a page fails to draw or leads elsewhere */
export async function drawPages(): Promise<ReadyPage[]> {
  const pages: PublicPage[] = Object.values(publicPages)
  const wanted: PageVariant[] = [
    ...pages.map((page) => ({ ...page, addresses: [page.path] as const })),
    ...pageVariants,
  ]
  const drawn: ReadyPage[] = []
  for (const { addresses, title, description, screen, picture = "hero-after", isUnlisted = false } of wanted) {
    drawn.push({
      addresses,
      title: `${title} · ${product.name}`,
      description,
      screens: [...framesOf(screen), screen],
      picture,
      markup: await drawAddress(routes, addresses[0]),
      isAhead: false,
      facts: structuredData(addresses[0]),
      isListed: !isUnlisted,
    })
  }
  const { address, title, screens, picture, Component } = prerenderedStudioPage
  drawn.push({
    addresses: [address],
    title: `${title} · ${product.name}`,
    description: product.promise,
    screens,
    picture,
    markup: await drawAddress([{ path: address, Component }], address),
    isAhead: true,
    facts: [],
    isListed: false,
  })
  return drawn
}

/** Shared files with what stands around a public page's screen. */
function framesOf(screen: string): readonly string[] {
  return screen.startsWith("features/auth/") ? ["talk", "forms"] : ["base"]
}

async function drawAddress(routes: RouteObject[], address: string): Promise<string> {
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request(new URL(address, "http://page.invalid")))
  if (context instanceof Response || context.statusCode !== 200) {
    throw new Error(`${address} cannot be drawn.`, { cause: context instanceof Response ? context : context.errors })
  }
  return renderToString(
    <StrictMode>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </StrictMode>,
  )
}
