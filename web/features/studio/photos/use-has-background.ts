import { useEffect, useState } from "react"

/** Side of the copy that is looked at, in pixels. */
const side = 64
/** A photo is cut out when so large a share of it is transparent, as for the cut-out itself (imaging/cutout/remove-background.ts). */
const leastShare = 0.01

/** Whether a photo still has what is behind its product; undefined until it is known. @param shownAt where it is shown from */
export function useHasBackground(shownAt: string | undefined): boolean | undefined {
  const [known, setKnown] = useState<{ shownAt: string; hasBackground: boolean }>()
  useEffect(() => {
    if (shownAt === undefined) return
    let isCurrent = true
    void look(shownAt).then((hasBackground) => {
      if (isCurrent) setKnown({ shownAt, hasBackground })
    })
    return () => {
      isCurrent = false
    }
  }, [shownAt])
  return known?.shownAt === shownAt ? known?.hasBackground : undefined
}

/** True also where the photo cannot be looked at: it is cut out then, which leaves a cut-out as it is. */
async function look(shownAt: string): Promise<boolean> {
  try {
    const image = new Image()
    image.src = shownAt
    await image.decode()
    const canvas = document.createElement("canvas")
    canvas.width = side
    canvas.height = side
    const context = canvas.getContext("2d")
    if (!context) return true
    context.drawImage(image, 0, 0, side, side)
    const { data } = context.getImageData(0, 0, side, side)
    let clear = 0
    for (let i = 3; i < data.length; i += 4) if ((data[i] ?? 255) < 128) clear++
    return clear < leastShare * side * side
  } catch {
    return true
  }
}
