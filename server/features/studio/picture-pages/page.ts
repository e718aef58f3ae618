import { createHash } from "node:crypto"
import { product } from "#contract/brand.ts"
import { makers, makerTitle } from "#contract/catalogue/makers.ts"
import { knownMode, modes } from "#contract/catalogue/modes.ts"
import { type ReportReason, reportReasons } from "#contract/catalogue/report-reasons.ts"
import { isDrawnByWords, publicTitle, shownPrompt } from "#contract/shown-prompt.ts"
import { addressesOf } from "#server/media/picture-addresses.ts"
import { escapeHtml } from "#server/platform/http/escape-html.ts"
import { type StandalonePage, standaloneStyle } from "#server/platform/http/standalone-page.ts"
import type { ShownPicture } from "./queries.ts"

const style = `${standaloneStyle}:root{--go:light-dark(#33249c,#b9b0ff);--on-go:light-dark(#fff,#14131c)}
a:focus-visible{outline:3px solid var(--go);outline-offset:2px}
header{border-bottom:1px solid var(--line)}
header a{font-weight:700;font-size:1.2rem;text-decoration:none}
main{display:grid;gap:1.5rem}
@media(min-width:48rem){main.two{grid-template-columns:1.4fr 1fr}}
.picture{display:block}
.picture img{display:block;max-width:100%;width:auto;height:auto;max-height:80vh;margin:0 auto;border-radius:.7rem;background:var(--raised);border:1px solid var(--line)}
.album{list-style:none;margin:0;padding:0;display:grid;gap:.6rem;grid-template-columns:repeat(auto-fill,minmax(9.5rem,1fr))}
.album img{display:block;width:100%;aspect-ratio:1;height:auto;object-fit:cover;border-radius:.7rem;background:var(--raised)}
.steps{display:flex;justify-content:center;align-items:center;gap:1rem}.steps a{padding:.7rem 1rem}
h1{font-size:1.4rem;line-height:1.3;margin:0}
.go{display:block;text-align:center;background:var(--go);color:var(--on-go);padding:.8rem 1.2rem;border-radius:.7rem;font-weight:700;text-decoration:none}
footer a{display:inline-block;padding:.6rem 0}
`

interface Page {
  title: string
  /** Tags of the head beside the title. */
  head: string
  body: string
  foot: string
}

/** A whole page of these parts. */
export function wrap({ title, head, body, foot }: Page): StandalonePage {
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title>
${head}
<link rel="icon" href="/favicon.svg"><style>${style}</style></head>
<body><a class="skip" href="#main">Skip to content</a>
<header><div class="in"><a href="/">${product.name}</a></div></header>${body}
<footer><div class="in">${foot}</div></footer>
</body></html>`
  return { html, styleHash: `sha256-${createHash("sha256").update(style).digest("base64")}` }
}

/** Where the page of a public picture is. */
export function publicPath(id: string): string {
  return `/picture/${id}`
}

/** A tag of the head. */
export function meta(name: "name" | "property", key: string, value: string): string {
  return `<meta ${name}="${key}" content="${escapeHtml(value)}">`
}

/** What drew a picture draws another one like it; a photo tool begins with a photo. */
function likeItAddress({ mode, prompt, aspectRatio }: ShownPicture): string {
  const tool = makers.find(({ slug }) => slug === mode)
  const drawn = isDrawnByWords(mode) ? (knownMode(mode) ?? modes[0]) : undefined
  if (drawn) {
    const query = new URLSearchParams({ mode: drawn.slug, prompt: shownPrompt(prompt), shape: aspectRatio })
    return `${drawn.screen}?${query}`
  }
  return tool?.address ?? "/generations/scene"
}

/** A picture that leads to itself, in the size that fits. */
export function image(picture: ShownPicture, path: string, alt: string): string {
  const { width, height } = picture
  const longest = Math.max(width, height)
  const small = Math.round((width * Math.min(640, longest)) / longest)
  return `<a class="picture" href="${path}"><img src="${path}" srcset="${path.replace(/(\?|$)/, "/640$1")} ${small}w,${path} ${width}w" sizes="(min-width:48rem) 38rem,100vw" alt="${escapeHtml(alt)}" width="${width}" height="${height}"></a>`
}

/** The page of a picture that everybody may see. */
export function writePublicPage(publicUrl: string, picture: ShownPicture): StandalonePage {
  const { source, id, mode, version } = picture
  const words = publicTitle(picture)
  const url = `${publicUrl}${publicPath(id)}`
  const { url: address } = addressesOf({ source, id, version })
  const title = `${short(words, 70)} · ${product.name}`
  const said = `Made with ${makerTitle(mode)} at ${product.name}.`
  const preview = `${url}/preview.jpg?v=${version}`
  return wrap({
    title,
    head: [
      meta("name", "description", `${short(words, 160)} ${said}`),
      `<link rel="canonical" href="${escapeHtml(url)}">`,
      meta("property", "og:type", "article"),
      meta("property", "og:title", short(words, 70)),
      meta("property", "og:description", said),
      meta("property", "og:url", url),
      meta("property", "og:site_name", product.name),
      meta("property", "og:image", preview),
      meta("property", "og:image:width", "1200"),
      meta("property", "og:image:height", "630"),
      meta("property", "og:image:alt", short(words, 300)),
      meta("name", "twitter:card", "summary_large_image"),
    ].join("\n"),
    body: `
<main id="main" class="in two">
${image(picture, address, words)}
<div>
<h1 dir="auto">${escapeHtml(words)}</h1>
<p class="soft">${escapeHtml(said)}</p>
<p><a class="go" href="${escapeHtml(likeItAddress(picture))}" rel="nofollow">Make one like it</a></p>
</div>
</main>`,
    foot: `<a href="${publicPath(id)}/report" rel="nofollow">Report this picture</a> · <a href="/showcase">More pictures</a>`,
  })
}

/** The form on which a visitor says what is wrong; it works without scripts. */
export function writeReportForm(id: string): string {
  const choices = (Object.entries(reportReasons) as [ReportReason, string][]).map(
    ([value, words]) =>
      `<p><label><input type="radio" name="reason" value="${value}" required> ${escapeHtml(words)}</label></p>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>Report a picture · ${product.name}</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/dev.css"></head>
<body><main><h1>Report this picture</h1>
<form method="post" action="${publicPath(id)}/report">
<fieldset><legend>What is wrong?</legend>${choices.join("")}</fieldset>
<p><label>Anything else we should know<br><textarea name="note" rows="4" cols="40" maxlength="1000"></textarea></label></p>
<p><button>Send</button></p></form>
<p><a href="${publicPath(id)}">Back to the picture</a></p></main></body></html>`
}

function short(text: string, letters: number): string {
  const line = text.replaceAll(/\s+/g, " ").trim()
  return line.length > letters ? `${line.slice(0, letters - 1).toWellFormed()}…` : line
}
