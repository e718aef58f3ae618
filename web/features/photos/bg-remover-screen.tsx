import { Brush } from "lucide-react"
import { type ReactElement, useState } from "react"
import { messages } from "#contract/messages.ts"
import { removeBackground } from "#contract/product/photos.ts"
import { call } from "#web/lib/call.ts"
import { Button } from "#web/ui/button.tsx"
import { Compare } from "#web/ui/compare.tsx"
import { Segmented } from "#web/ui/segmented.tsx"
import { PhotoPanel } from "./photo-panel.tsx"
import { PhotoScreen } from "./photo-screen.tsx"
import { Refine } from "./refine.tsx"

const grounds = [
  { value: "none", label: "None" },
  { value: "white", label: "White" },
  { value: "colour", label: "Colour" },
] as const
type Ground = (typeof grounds)[number]["value"]

/** /generations/bg-remover: a photo loses what is behind its product. */
export function Component(): ReactElement {
  const [ground, setGround] = useState<Ground>("none")
  const [refined, setRefined] = useState<string>()
  const [colour, setColour] = useState("#e8d8c0")
  return (
    <PhotoScreen
      slug="bg-remover"
      kind="cut-out"
      hint={messages.backgroundHint}
      send={(image, options) => call(removeBackground, { body: { image }, ...options })}
      result={(photoRun, { photo }) => (
        <PhotoPanel photoRun={photoRun} shownAt={photo?.shownAt} isCutOut>
          {({ id, url, width, height, sourceUrl, isSure }) =>
            refined === id ? (
              <Refine pictureId={id} onClose={() => setRefined(undefined)} />
            ) : (
              <div className="grid gap-3">
                {!isSure && (
                  <p role="status" className="rounded-control bg-ochre-wash p-3 text-sm">
                    Look at this one: we are not sure of the edge
                  </p>
                )}
                <Compare
                  key={url}
                  before={{ url: sourceUrl ?? photo?.shownAt ?? url, alt: "Before" }}
                  after={{ url, alt: "Without its background" }}
                  width={width}
                  height={height}
                  ground="checkerboard"
                  {...(ground === "none" ? {} : { groundColour: ground === "white" ? "#ffffff" : colour })}
                />
                <div className="flex flex-wrap items-end justify-center gap-3">
                  <Segmented
                    label="Background shown"
                    choices={grounds}
                    value={ground}
                    onPick={setGround}
                    className="w-72"
                  />
                  {ground === "colour" && (
                    <label className="grid gap-2 font-medium">
                      Colour
                      <input
                        type="color"
                        value={colour}
                        onChange={(event) => setColour(event.target.value)}
                        className="h-13 w-20 rounded-control border border-line bg-surface p-1"
                      />
                    </label>
                  )}
                  <Button variant="secondary" onClick={() => setRefined(id)}>
                    <Brush aria-hidden="true" />
                    Refine
                  </Button>
                </div>
              </div>
            )
          }
        </PhotoPanel>
      )}
    />
  )
}
