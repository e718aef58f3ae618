import { product } from "#contract/brand.ts"
import type { StandalonePage } from "#server/platform/http/standalone-page.ts"
import { image, meta, wrap } from "./page.ts"
import type { ShownPicture } from "./queries.ts"
import { type Shared, sharedPage } from "./service.ts"

const endFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" })

/** The page of a private link: what it shows and when it ends, and nothing of whoever made it. */
export function writeSharedPage(token: string, shared: Shared): StandalonePage {
  const ends = `${endFormat.format(shared.expiresAt)} UTC`
  const { title, sees, body } =
    "picture" in shared
      ? {
          title: "A picture that was shared with you",
          sees: "the picture",
          body: image(shared.picture, `/shared/${token}/picture`, "The shared picture"),
        }
      : {
          title: `${shared.count === 1 ? "A picture" : `${shared.count} pictures`} shared with you`,
          sees: "what is in the album",
          body: albumBody(token, shared),
        }
  return wrap({
    title: `${title} · ${product.name}`,
    head: `${meta("name", "robots", "noindex, nofollow")}\n${meta("name", "referrer", "no-referrer")}`,
    body: `
<main id="main" class="in">
<div><h1>${title}</h1>
<p class="soft">Whoever has this link sees ${sees} until ${ends}, or until its maker ends the link.</p></div>
${body}
</main>`,
    foot: `<a href="/">Made with ${product.name}</a>`,
  })
}

function albumBody(token: string, { shown, count, page }: Extract<Shared, { count: number }>): string {
  const first = (page - 1) * sharedPage
  const tiles = shown.map((picture, index) => tile(token, picture, `Picture ${first + index + 1} of ${count}`))
  const pages = Math.ceil(count / sharedPage)
  const steps = [
    ...(page > 1 ? [`<a rel="prev" href="/shared/${token}?page=${page - 1}">Back</a>`] : []),
    `<span>Page ${page} of ${pages}</span>`,
    ...(page < pages ? [`<a rel="next" href="/shared/${token}?page=${page + 1}">More</a>`] : []),
  ]
  return `<ul class="album">${tiles.join("")}</ul>${pages > 1 ? `<nav aria-label="Pages" class="steps">${steps.join("")}</nav>` : ""}`
}

function tile(token: string, { id, width, height }: ShownPicture, alt: string): string {
  const address = `/shared/${token}/pictures/${id}`
  return `<li><a href="${address}"><img src="${address}/640" alt="${alt}" width="${width}" height="${height}" loading="lazy" decoding="async"></a></li>`
}
