import sharp from "sharp"
import type { DrawnPixels } from "./drawing-job.ts"

/** Name that pictures carry in their metadata. */
export const software = "Aworan local engine"

/** IPTC's word for pictures made by a program without a trained model (cv.iptc.org, digital source type). */
const sourceType = "http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia"

const xmp = `<?xpacket begin="\u{feff}" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmp:CreatorTool="${software}" Iptc4xmpExt:DigitalSourceType="${sourceType}"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`

/** A finished picture as a file that says what made it. */
export async function encodePicture(
  { pixels, width, height }: DrawnPixels,
  format: "webp" | "png",
): Promise<Uint8Array> {
  const image = sharp(pixels, { raw: { width, height, channels: 3 } })
    .withExif({ IFD0: { Software: software } })
    .withXmp(xmp)
  return format === "webp"
    ? image.webp({ quality: 90, smartSubsample: true, effort: 4 }).toBuffer()
    : image.png({ compressionLevel: 8 }).toBuffer()
}

/** A small picture that is shown while the real one is drawn. */
export function encodePreview({ pixels, width, height }: DrawnPixels): Promise<Uint8Array> {
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .webp({ quality: 72, effort: 2 })
    .toBuffer()
}
