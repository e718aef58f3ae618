import { Image as Icon } from "lucide-react"
import { type ReactElement, useState } from "react"
import { askForExamples, useShowsExamples } from "#web/lib/page/data-saver.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Adire } from "#web/ui/media/adire.tsx"

interface ExamplePictureProps {
  /** Undefined where there is no picture. */
  src: string | undefined
  alt: string
  /** Of the cloth that stands in for it. */
  seed: number
}

/** A picture that shows what something is like and fills its box; cloth that says the same where there is none, while data is saved, and without a connection. */
export function ExamplePicture({ src, alt, seed }: ExamplePictureProps): ReactElement {
  const isShown = useShowsExamples()
  const [missing, setMissing] = useState<string>()
  if (src === undefined || !isShown || missing === src) {
    const cloth = <Adire seed={seed} columns={3} rows={3} className="text-resist" />
    return alt === "" ? (
      cloth
    ) : (
      <div role="img" aria-label={alt} className="size-full">
        {cloth}
      </div>
    )
  }
  const handleError = (): void => setMissing(src)
  return <img src={src} alt={alt} loading="lazy" onError={handleError} className="size-full object-cover" />
}

/** Asks for the pictures that the data saver holds back; nothing where they are shown. */
export function ShowExamples({ className }: { className?: string }): ReactElement | null {
  const isShown = useShowsExamples()
  if (isShown) return null
  return (
    <Button variant="secondary" onClick={askForExamples} className={className}>
      <Icon aria-hidden="true" />
      Show example pictures
    </Button>
  )
}
