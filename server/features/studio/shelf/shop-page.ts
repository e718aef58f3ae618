import { createHash } from "node:crypto"
import { product as brand } from "#contract/brand.ts"
import { trades } from "#contract/catalogue/trades.ts"
import { formatPrice, plainPrice } from "#contract/studio/shelf-price.ts"
import { escapeHtml } from "#server/platform/http/escape-html.ts"
import type { StandalonePage } from "#server/platform/http/standalone-page.ts"
import { textOn } from "#server/platform/pictures/contrast.ts"
import { shopAddress } from "./shop.ts"
import type { ShopRow } from "./shop-queries.ts"
import { shopStyle } from "./shop-style.ts"

/** A product as the page shows it. */
export interface ShownProduct {
  name: string
  slug: string
  category: keyof typeof trades | null
  /** In minor units of the shop's currency; null where it has none there. */
  price: number | null
  sku: string
  options: readonly { name: string; values: readonly string[] }[]
  /** What is left of each way in which the options go together. */
  variants: readonly { values: readonly string[]; stock: number | null }[]
  condition: "new" | "used" | "refurbished"
  text: string
  /** Ids under which the pictures are asked for. */
  pictures: readonly string[]
}

interface Place {
  publicUrl: string
  shop: ShopRow
  /** Whether the seller proved the WhatsApp number; null where nobody can. */
  isNumberProved: boolean | null
}

/** Paths of a picture of a shop. @param side its longer one, in pixels */
export function shopPicturePath(id: string, side: 320 | 640 | 1080): string {
  return `/shop-pictures/${id}/${side}`
}

/** Link to a chat with the seller that begins with what is ordered; null without a number. */
export function orderLink(
  { publicUrl, shop }: Pick<Place, "publicUrl" | "shop">,
  product: ShownProduct,
): string | null {
  if (shop.whatsApp === "") return null
  const price = product.price === null ? "" : ` for ${formatPrice(product.price, shop.currency)}`
  const options = product.options.map(({ name, values }) => `\n${name}: (${values.join(" / ")})`).join("")
  const text = `Hello ${shop.name}, I want to order ${product.name}${price}.${options}\n${shopAddress(publicUrl, shop.handle)}/${product.slug}`
  return `https://wa.me/${shop.whatsApp.slice(1)}?text=${encodeURIComponent(text.toWellFormed())}`
}

/** What buyers may know of the number that they write to. */
function proofLine({ isNumberProved }: Place): string {
  if (isNumberProved === null) return ""
  const words = isNumberProved
    ? `The seller confirmed this number to ${brand.name}.`
    : `The seller has not confirmed this number to ${brand.name}.`
  return `<p class="soft proof">${words}</p>`
}

interface ListOptions {
  products: readonly ShownProduct[]
  words: string | undefined
  page: number
  hasMore: boolean
}

/** The shop's own page: its words and a page of its products. */
export function writeShopPage(place: Place, { products, words, page, hasMore }: ListOptions): StandalonePage {
  const { shop, publicUrl } = place
  const url = shopAddress(publicUrl, shop.handle)
  const at = (number: number) =>
    `/shop/${shop.handle}?${new URLSearchParams({ ...(words !== undefined && { q: words }), page: String(number) })}`
  const links = [
    ...(page > 1 ? [`<a href="${escapeHtml(at(page - 1))}" rel="prev">Newer</a>`] : ["<span></span>"]),
    ...(hasMore ? [`<a href="${escapeHtml(at(page + 1))}" rel="next">More</a>`] : []),
  ]
  const empty = words === undefined ? "Nothing is for sale here just now." : `Nothing was found for “${words}”.`
  const chat = shop.whatsApp === "" ? null : `https://wa.me/${shop.whatsApp.slice(1)}`
  const body = `
<main id="main" class="in">
${shop.opening === "" ? "" : `<p class="lines" dir="auto">${escapeHtml(shop.opening)}</p>`}
${chat === null ? "" : `<p><a class="go" href="${chat}" rel="nofollow noopener">Chat on WhatsApp</a></p>${proofLine(place)}`}
<form method="get" action="/shop/${shop.handle}" role="search"><input type="search" name="q" maxlength="80" aria-label="Search this shop" placeholder="Search this shop" value="${escapeHtml(words ?? "")}"><button>Search</button></form>
${products.length === 0 ? `<p>${escapeHtml(empty)}</p>` : `<ul class="grid">${products.map((one) => tile(place, one)).join("")}</ul>`}
${page > 1 || hasMore ? `<nav aria-label="Pages">${links.join("")}</nav>` : ""}
${shop.delivery === "" ? "" : `<h2>Delivery</h2><p class="lines" dir="auto">${escapeHtml(shop.delivery)}</p>`}
</main>`
  const canonical = page > 1 ? `${url}?page=${page}` : url
  const description = shop.opening === "" ? `${shop.name}: what is for sale, with prices.` : firstLine(shop.opening)
  const data = {
    "@context": "https://schema.org",
    "@type": "Store",
    name: shop.name,
    url,
    ...(shop.whatsApp === "" ? {} : { telephone: shop.whatsApp }),
    ...(shop.instagram === "" ? {} : { sameAs: [`https://www.instagram.com/${shop.instagram}/`] }),
    currenciesAccepted: shop.currency,
  }
  return wrap(place, {
    title: shop.name,
    description,
    canonical,
    preview: `${url}/preview.jpg`,
    // What was searched for is nobody's page.
    isListed: words === undefined,
    type: "website",
    data,
    body,
    head: `<h1 dir="auto">${escapeHtml(shop.name)}</h1>`,
    reported: "",
  })
}

function tile({ shop }: Place, { name, slug, price, pictures: [first] }: ShownProduct): string {
  const picture = first
    ? `<img src="${shopPicturePath(first, 320)}" alt="" width="320" height="320" loading="lazy">`
    : '<span class="none"></span>'
  return `<li><a href="/shop/${shop.handle}/${slug}">${picture}<span class="name" dir="auto">${escapeHtml(name)}</span>${
    price === null ? "" : `<span class="price">${formatPrice(price, shop.currency)}</span>`
  }</a></li>`
}

const conditionWords = { new: "New", used: "Used", refurbished: "Refurbished" } as const

/** One product with everything a buyer asks. */
export function writeProductPage(place: Place, product: ShownProduct): StandalonePage {
  const { shop, publicUrl } = place
  const { name, price, options, variants, condition, text, pictures, category, sku } = product
  const home = shopAddress(publicUrl, shop.handle)
  const url = `${home}/${product.slug}`
  const order = orderLink(place, product)
  const gone = variants.filter(({ stock }) => stock === 0).map(({ values }) => values.join(" "))
  const facts: [string, string][] = [
    ...options.map((option): [string, string] => [option.name, option.values.join(", ")]),
    ...(gone.length > 0 ? ([["Sold out", gone.join(", ")]] as [string, string][]) : []),
    ["Condition", conditionWords[condition]],
    ...(category === null ? [] : ([["Kind", trades[category].name]] as [string, string][])),
    ...(sku === "" ? [] : ([["Number", sku]] as [string, string][])),
  ]
  const shown = pictures
    .map(
      (id, place_) =>
        `<li><img src="${shopPicturePath(id, 640)}" srcset="${shopPicturePath(id, 640)} 640w,${shopPicturePath(id, 1080)} 1080w" sizes="(min-width:48rem) 36rem,100vw" alt="${escapeHtml(place_ === 0 ? name : `${name}, picture ${place_ + 1}`)}" width="640" height="640"${place_ === 0 ? "" : ' loading="lazy"'}></li>`,
    )
    .join("")
  const body = `
<main id="main" class="in product">
<ul class="pictures">${shown}</ul>
<div>
<h1 dir="auto">${escapeHtml(name)}</h1>
${price === null ? "" : `<p class="price big">${formatPrice(price, shop.currency)}</p>`}
${order === null ? "" : `<a class="order" href="${escapeHtml(order)}" rel="nofollow noopener">Order on WhatsApp</a>${proofLine(place)}`}
${text === "" ? "" : `<p class="lines" dir="auto">${escapeHtml(text)}</p>`}
<dl>${facts.map(([key, value]) => `<dt>${escapeHtml(key)}</dt><dd dir="auto">${escapeHtml(value)}</dd>`).join("")}</dl>
${shop.delivery === "" ? "" : `<h2>Delivery</h2><p class="lines" dir="auto">${escapeHtml(shop.delivery)}</p>`}
<p><a href="/shop/${shop.handle}">Everything of ${escapeHtml(shop.name)}</a></p>
</div>
</main>`
  const data = {
    "@context": "https://schema.org",
    "@type": "Product",
    name,
    url,
    ...(text === "" ? {} : { description: text }),
    ...(sku === "" ? {} : { sku }),
    ...(category === null ? {} : { category: trades[category].name }),
    image: pictures.map((id) => `${publicUrl}${shopPicturePath(id, 1080)}`),
    ...(price === null
      ? {}
      : {
          offers: {
            "@type": "Offer",
            url,
            price: plainPrice(price),
            priceCurrency: shop.currency,
            availability: "https://schema.org/InStock",
            itemCondition: `https://schema.org/${conditionWords[condition]}Condition`,
            seller: { "@type": "Organization", name: shop.name },
          },
        }),
  }
  const said = price === null ? shop.name : `${formatPrice(price, shop.currency)} at ${shop.name}`
  return wrap(place, {
    title: `${name} · ${shop.name}`,
    description: text === "" ? said : `${said}. ${firstLine(text)}`,
    canonical: url,
    preview: `${url}/preview.jpg`,
    isListed: true,
    type: "product",
    data,
    body,
    head: `<a class="shop" href="/shop/${shop.handle}" dir="auto">${escapeHtml(shop.name)}</a>`,
    reported: product.slug,
  })
}

/** The first line of a text, in at most 200 letters. */
function firstLine(text: string): string {
  const [line = ""] = text.split("\n")
  return line.length > 200 ? `${line.slice(0, 199).toWellFormed()}…` : line
}

interface Around {
  title: string
  description: string
  canonical: string
  preview: string
  isListed: boolean
  type: "website" | "product"
  data: object
  body: string
  /** The shop's name in the band at the top. */
  head: string
  /** Last part of the product's address that a report is about; "" for the shop. */
  reported: string
}

function wrap({ shop }: Place, about: Around): StandalonePage {
  const style = `${shopStyle}:root{--brand:${shop.brandColour};--on-brand:${textOn(shop.brandColour)};--accent:${shop.accentColour}}`
  const meta = (name: "name" | "property", key: string, value: string): string =>
    `<meta ${name}="${key}" content="${escapeHtml(value)}">`
  const hasLogo = shop.logoGenerationId ?? shop.logoPhotoshootId ?? shop.logoFileSequence
  const logo = hasLogo ? `<img src="/shop/${shop.handle}/logo" alt="" width="56" height="56">` : ""
  const instagram =
    shop.instagram === ""
      ? ""
      : ` · <a href="https://www.instagram.com/${shop.instagram}/" rel="nofollow noopener">Instagram</a>`
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(about.title)}</title>
${meta("name", "description", about.description)}
${about.isListed ? `<link rel="canonical" href="${escapeHtml(about.canonical)}">` : meta("name", "robots", "noindex")}
${meta("property", "og:type", about.type)}${meta("property", "og:title", about.title)}${meta("property", "og:description", about.description)}${meta("property", "og:url", about.canonical)}${meta("property", "og:site_name", shop.name)}${meta("property", "og:image", about.preview)}${meta("property", "og:image:width", "1200")}${meta("property", "og:image:height", "630")}${meta("name", "twitter:card", "summary_large_image")}
<link rel="icon" href="/favicon.svg"><style>${style}</style>
<script type="application/ld+json">${JSON.stringify(about.data).replaceAll("<", "\\u003c")}</script></head>
<body><a class="skip" href="#main">Skip to content</a>
<header><div class="in">${logo}${about.head}</div></header>${about.body}
<footer><div class="in">${escapeHtml(shop.name)}${instagram} · <a class="report" href="/shop/${shop.handle}/report${about.reported === "" ? "" : `?product=${about.reported}`}" rel="nofollow">Report</a> · <a href="/">Made with ${brand.name}</a></div></footer>
</body></html>`
  return { html, styleHash: `sha256-${createHash("sha256").update(style).digest("base64")}` }
}
