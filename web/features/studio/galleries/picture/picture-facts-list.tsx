import type { ReactElement, ReactNode } from "react"
import { engineTitle } from "#contract/catalogue/engine-titles.ts"
import { makerTitle } from "#contract/catalogue/makers.ts"
import { isDrawnByWords, shownPrompt } from "#contract/shown-prompt.ts"
import type { GenerationDocument } from "#contract/studio/generation-document.ts"
import type { PictureSettings } from "#contract/studio/picture-details.ts"
import type { SceneGround } from "#contract/studio/scenes.ts"
import { formatBytes } from "#web/lib/format/byte-size.ts"
import { formatDate, formatMoment } from "#web/lib/format/format.ts"

interface PictureFactsProps {
  document: GenerationDocument
  tellsWhoSees: boolean
}

/** What there is to know of a picture; the words that were sent only where they differ from the person's (docs/product-rules.md#two-prompts). */
export function PictureFacts({ document, tellsWhoSees }: PictureFactsProps): ReactElement {
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-2 gap-4">
        <Fact name={isDrawnByWords(document.mode) ? "Prompt" : "Made of"} isWide>
          {shownPrompt(document.prompt)}
        </Fact>
        <Fact name="Made with">{makerTitle(document.mode)}</Fact>
        {document.engine !== null && <Fact name="Engine">{engineTitle(document.engine)}</Fact>}
        <Fact name="Made on">{formatDate(document.$createdAt)}</Fact>
        <Fact name="Size">
          {document.width} × {document.height}, <span className="whitespace-nowrap">{formatBytes(document.size)}</span>
        </Fact>
        <Fact name="Shape">{document.aspect_ratio}</Fact>
        {tellsWhoSees && <Fact name="Seen by">{seenBy(document)}</Fact>}
      </dl>
      {document.sent_prompt !== document.prompt && (
        <details className="text-sm">
          <summary className="min-h-11 cursor-pointer content-center text-ink-soft">
            Words as sent to the engine
          </summary>
          <p className="break-words">{shownPrompt(document.sent_prompt)}</p>
        </details>
      )}
    </div>
  )
}

/** How a picture was ordered, as far as there is something to say. */
export function OrderFacts({ settings }: { settings: PictureSettings }): ReactElement | null {
  const facts = factsOf(settings)
  if (facts.length === 0) return null
  return (
    <dl className="grid grid-cols-2 gap-4">
      {facts.map(([name, words]) => (
        <Fact key={name} name={name}>
          {words}
        </Fact>
      ))}
    </dl>
  )
}

/** What there is to say of an order, and only that. */
function factsOf(settings: PictureSettings): [name: string, words: string][] {
  const { seed, number, count, isRaw, isPoster, factor, ground, template } = settings
  const facts: [string, string | false | null][] = [
    ["Seed", seed !== null && String(seed)],
    ["Picture", count > 1 && `${number} of ${count}`],
    ["Look", isRaw && "Raw"],
    ["Kind", isPoster && "Poster of the words"],
    ["Enlarged", factor !== null && `${factor} times`],
    ["Behind it", ground && groundWords(ground)],
    ["Set", template],
  ]
  return facts.filter((fact): fact is [string, string] => typeof fact[1] === "string")
}

function groundWords(ground: SceneGround): string {
  if (ground.kind === "colour") return ground.colour
  if (ground.kind === "gradient") return `${ground.from} to ${ground.to}`
  if (ground.kind === "picture") return "A picture"
  return ground.kind === "set" ? ground.name : ground.words
}

function seenBy({ is_public, waits_until }: GenerationDocument): string {
  if (!is_public) return "Only you"
  return waits_until === null ? "Everyone" : `Signed-in people; everyone after its review, ${formatMoment(waits_until)}`
}

interface FactProps {
  name: string
  isWide?: boolean | undefined
  children: ReactNode
}

/** One thing to know, with its name; in a `dl`. */
export function Fact({ name, isWide = false, children }: FactProps): ReactElement {
  return (
    <div className={isWide ? "col-span-2" : undefined}>
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="break-words whitespace-pre-line tabular-nums">{children}</dd>
    </div>
  )
}
