import { Check, Download, ExternalLink, Share2 } from "lucide-react"
import type { ReactElement } from "react"
import { PhotoResult } from "#contract/studio/photos.ts"
import { makeScene, type SceneBody, type SceneGround } from "#contract/studio/scenes.ts"
import { call } from "#web/lib/calls/call.ts"
import { photoToolAddress } from "#web/lib/photos/photo-tools.ts"
import { downloadPath, picturePath } from "#web/lib/photos/picture-path.ts"
import { Button } from "#web/ui/button/button.tsx"
import { buttonLook } from "#web/ui/button/button-style.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { useAddressedRun } from "./use-photo-run.ts"

interface SaveGroundProps {
  /** Address of the cut-out. */
  image: string
  ground: SceneGround
  /** Whether the address may name what was saved of it. */
  isFirst: boolean
}

/** Keeps a cut-out before its ground as a picture of its own, exactly as it is shown. Costs nothing. */
export function SaveGround({ image, ground, isFirst }: SaveGroundProps): ReactElement {
  const photoRun = useAddressedRun<SceneBody>(
    "scene",
    (body, options) => call(makeScene, { body, ...options }),
    undefined,
    { parameter: "saved", isMeant: isFirst },
  )
  const result = PhotoResult.safeParse(photoRun.run?.result)
  const made = photoRun.run?.status === "ready" && result.success ? result.data.picture : null
  const layout = { width: 1_080, height: 1_080, padding: 10, hasShadow: false, frame: "own" } as const
  if (!made || photoRun.isBusy) {
    return (
      <Button variant="secondary" busy={photoRun.isBusy} onClick={() => photoRun.submit({ image, ground, layout })}>
        <Check aria-hidden="true" />
        Save with this background
      </Button>
    )
  }
  const path = picturePath(made.url)
  return (
    <>
      <a href={path} target="_blank" rel="noopener" className={buttonLook({ variant: "secondary" })}>
        <ExternalLink aria-hidden="true" />
        View it with this background
      </a>
      <a href={downloadPath(made.url)} download className={buttonLook({ variant: "primary" })}>
        <Download aria-hidden="true" />
        Download
      </a>
      <LinkButton variant="secondary" to={photoToolAddress.export(made.url)}>
        <Share2 aria-hidden="true" />
        Download for…
      </LinkButton>
    </>
  )
}
