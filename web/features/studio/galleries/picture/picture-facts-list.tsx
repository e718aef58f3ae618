import type { ReactElement, ReactNode } from "react"
import { engineTitle } from "#contract/catalogue/engine-titles.ts"
import { makerTitle } from "#contract/catalogue/makers.ts"
import type { GenerationDocument } from "#contract/studio/generation-document.ts"
import { formatBytes } from "#web/lib/format/byte-size.ts"
import { formatDate } from "#web/lib/format/format.ts"

interface PictureFactsProps {
  document: GenerationDocument
  tellsWhoSees: boolean
}

/** What there is to know of a picture; the words that were sent only where they differ from the person's (docs/product-rules.md#two-prompts). */
export function PictureFacts({ document, tellsWhoSees }: PictureFactsProps): ReactElement {
  return (
    <dl className="grid grid-cols-2 gap-4">
      <Fact name="Prompt" isWide>
        {document.prompt}
      </Fact>
      {document.sent_prompt !== document.prompt && (
        <Fact name="Sent prompt" isWide>
          {document.sent_prompt}
        </Fact>
      )}
      <Fact name="Made with">{makerTitle(document.mode)}</Fact>
      {document.engine !== null && <Fact name="Engine">{engineTitle(document.engine)}</Fact>}
      <Fact name="Made on">{formatDate(document.$createdAt)}</Fact>
      <Fact name="Size">
        {document.width} × {document.height}, {formatBytes(document.size)}
      </Fact>
      {tellsWhoSees && <Fact name="Seen by">{document.is_public ? "Everyone" : "Only you"}</Fact>}
    </dl>
  )
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
