import { Copy, Download, ExternalLink, PencilLine, RotateCw } from "lucide-react"
import type { ReactElement } from "react"
import { PutOnShelf } from "#web/content/put-on-shelf.tsx"
import { downloadPath } from "#web/lib/photos/picture-path.ts"
import { Button } from "#web/ui/button/button.tsx"
import { buttonLook } from "#web/ui/button/button-style.ts"
import { copyPrompt } from "./copy-prompt.ts"

interface ResultActionsProps {
  /** Address of the picture when there is one only; several have their own buttons. */
  url: string | undefined
  prompt: string
  /** What another one costs. */
  feeCredits: number
  onAnother: () => void
  onChangeWords: () => void
}

/** What comes after a picture: look, save, once more, or with other words. */
export function ResultActions({ url, prompt, feeCredits, onAnother, onChangeWords }: ResultActionsProps): ReactElement {
  return (
    <div className="flex flex-wrap justify-center gap-2">
      {url && (
        <>
          <a href={url} target="_blank" rel="noopener" className={buttonLook({ variant: "secondary" })}>
            <ExternalLink aria-hidden="true" />
            View Image
          </a>
          <a href={downloadPath(url)} download className={buttonLook({ variant: "secondary" })}>
            <Download aria-hidden="true" />
            Download
          </a>
          <PutOnShelf urls={[url]} />
        </>
      )}
      <Button variant="secondary" onClick={onAnother}>
        <RotateCw aria-hidden="true" />
        {feeCredits > 0 ? `Make another (${feeCredits} credit)` : "Make another"}
      </Button>
      <Button variant="quiet" onClick={onChangeWords}>
        <PencilLine aria-hidden="true" />
        Change words
      </Button>
      <Button variant="quiet" onClick={() => void copyPrompt(prompt)}>
        <Copy aria-hidden="true" />
        Copy prompt
      </Button>
    </div>
  )
}
