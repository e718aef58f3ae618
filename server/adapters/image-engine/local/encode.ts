import sharp from "sharp"
import type { Picture } from "#imaging/pixels/picture.ts"
import type { EngineFormat } from "#server/adapters/image-engine/port.ts"

/** Name that pictures carry in their metadata. */
export const software = "Aworan local engine"

/**
 * Where a picture comes from, in IPTC's words (cv.iptc.org, digital source type): drawn by rules that no sampled data
 * went into; a photo laid into a drawn set; a photo that rules altered; a photo that a trained model added to.
 */
export const sourceTypes = {
  drawn: "algorithmicMedia",
  staged: "compositeSynthetic",
  altered: "algorithmicallyEnhanced",
  modelled: "compositeWithTrainedAlgorithmicMedia",
} as const

export type PictureSource = keyof typeof sourceTypes

/** Longest side that WebP can hold, pixels. */
export const longestWebpSide = 16_383

const xmpOf = (source: PictureSource): string =>
  `<?xpacket begin="\u{feff}" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmp:CreatorTool="${software}" Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/${sourceTypes[source]}"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`

/** A finished picture as a file that says what made it. Nothing of an uploaded file's metadata is in it. */
export function encodePicture(picture: Picture, format: EngineFormat, source: PictureSource): Promise<Uint8Array> {
  const { width, height, channels, data } = picture
  const image = sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
    .withExif({ IFD0: { Software: software } })
    .withXmp(xmpOf(source))
  return format === "webp"
    ? image.webp({ quality: 90, smartSubsample: true, effort: 4 }).toBuffer()
    : // One step more takes half as long again, for a file that is one per cent smaller.
      image.png({ compressionLevel: 6 }).toBuffer()
}

/** Longest side of a preview, pixels. */
export const previewSide = 256

/** A small picture that is shown while the real one is made. */
export function encodePreview({ width, height, channels, data }: Picture): Promise<Uint8Array> {
  return sharp(data, { raw: { width, height, channels } })
    .resize({ width: previewSide, height: previewSide, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 72, effort: 2 })
    .toBuffer()
}
