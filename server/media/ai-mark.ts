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

/** How much of what a file says of itself is looked through for a mark, in letters. */
const mostLetters = 256 * 1_024

/** Generators of ours, as `markOf` names them. */
const ourGenerator = new RegExp(`^${product.name}(?: \\([A-Za-z0-9 .-]{1,60}\\))?$`)

/**
 * What a picture's file says about how it was made, whoever wrote it; null when it says nothing. Of somebody else's words
 * no more is told than that a generator had a part in it: what is made of the picture may reach others.
 */
export async function readMark(bytes: Uint8Array): Promise<AiMark | null> {
  const { xmpAsString = "" } = await sharp(bytes)
    .metadata()
    .catch(() => ({ xmpAsString: "" }))
  const words = xmpAsString.slice(0, mostLetters)
  // What stands between is short, and must be: without an end each beginning would read on to the end of all.
  const [, found] = words.match(/DigitalSourceType[^"'>]{0,40}["'>][^"'<]{0,100}digitalsourcetype\/(\w{1,60})/) ?? []
  const source = digitalSources.find((known) => known === found)
  if (!source) return null
  const [, name = ""] = words.match(/CreatorTool(?:="|>)([^"<]{1,200})/) ?? []
  return { source, generator: ourGenerator.test(name) ? name : "another generator" }
}
