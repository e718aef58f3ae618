import sharp from "sharp"
import { product } from "#contract/brand.ts"
import { putXmp } from "./xmp-chunk.ts"

/**
 * How much of a picture a generator made, as IPTC names it (docs/product-rules.md#ai-mark). A cut-out or a resampled
 * enlargement of a real photo has none.
 */
export const digitalSources = ["trainedAlgorithmicMedia", "compositeWithTrainedAlgorithmicMedia"] as const

export type DigitalSource = (typeof digitalSources)[number]

/** What stands in a picture's file about how it was made. */
export interface AiMark {
  source: DigitalSource
  /** The generator, as people read it. */
  generator: string
}

/** The mark of a picture of ours. @param engine who drew it; null when that is not known */
export function markOf(source: DigitalSource, engine: string | null): AiMark {
  return { source, generator: engine === null ? product.name : `${product.name} (${engine})` }
}

const vocabulary = "http://cv.iptc.org/newscodes/digitalsourcetype/"

/** The mark as an XMP packet: IPTC's source type, and the generator's name where tools and catalogues look for it. */
export function writeMark({ source, generator }: AiMark): string {
  const name = generator.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmp:CreatorTool="${name}" Iptc4xmpExt:DigitalSourceType="${vocabulary}${source}" Iptc4xmpExt:AISystemUsed="${name}"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
}

/** The same picture with its mark. */
export function putMark(bytes: Uint8Array, mimeType: string, mark: AiMark): Uint8Array {
  return putXmp(bytes, mimeType, writeMark(mark))
}

/** What a picture's file says about how it was made, whoever wrote it; null when it says nothing. */
export async function readMark(bytes: Uint8Array): Promise<AiMark | null> {
  const { xmpAsString = "" } = await sharp(bytes)
    .metadata()
    .catch(() => ({ xmpAsString: "" }))
  const [, found] = xmpAsString.match(/DigitalSourceType[^"'>]*["'>][^"'<]*digitalsourcetype\/(\w+)/) ?? []
  const source = digitalSources.find((known) => known === found)
  if (!source) return null
  const [, name = ""] = xmpAsString.match(/CreatorTool(?:="|>)([^"<]{1,200})/) ?? []
  return { source, generator: readText(name) || product.name }
}

/** Generators of ours, as `markOf` names them. */
const ourGenerator = new RegExp(`^${product.name}(?: \\([A-Za-z0-9 .-]{1,60}\\))?$`)

/** The mark as a copy for others bears it: no more of somebody else's words than that a generator had a part in it. */
export function markForOthers({ source, generator }: AiMark): AiMark {
  return { source, generator: ourGenerator.test(generator) ? generator : "another generator" }
}

/** Text of an XML attribute, as we and most others write it. */
function readText(text: string): string {
  const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }
  return text.replace(/&(?:#(\d{1,6})|(\w{2,4}));/g, (whole, code: string | undefined, name: string | undefined) =>
    code ? String.fromCodePoint(Math.min(Number(code), 0xffff)) : (named[name ?? ""] ?? whole),
  )
}
