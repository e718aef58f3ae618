import { type ReactElement, useRef, useState } from "react"
import { Segmented } from "#web/ui/form/segmented.tsx"
import { classNames } from "#web/ui/theme/class-names.ts"

interface ComparedPicture {
  url: string
  alt: string
}

interface CompareProps {
  before: ComparedPicture
  after: ComparedPicture
  /** Pixels of the later picture: its shape, and its size at 100 %. */
  width: number
  height: number
  /** What shows through the later picture where it is transparent. */
  ground?: string | undefined
  /** Colour in the place of that. */
  groundColour?: string | undefined
  /** Address of a picture in the place of either. */
  groundPicture?: string | undefined
}

const views = [
  { value: "before", label: "Before" },
  { value: "both", label: "Both" },
  { value: "after", label: "After" },
] as const
type View = (typeof views)[number]["value"]

const zooms = [
  { value: "fit", label: "Fit" },
  { value: "full", label: "100 %" },
] as const

/**
 * Two states of one picture over each other, with a divider that a finger, a mouse or the arrow keys move. At 100 % one
 * pixel of the later picture is one of the screen, and what does not fit is scrolled.
 */
export function Compare(props: CompareProps): ReactElement {
  const { before, after, width, height, ground, groundColour, groundPicture } = props
  const [view, setView] = useState<View>("both")
  const [zoom, setZoom] = useState<(typeof zooms)[number]["value"]>("fit")
  const box = useRef<HTMLDivElement>(null)
  const move = (percent: number): void => box.current?.style.setProperty("--split", `${percent}%`)
  const isBoth = view === "both"
  const slider = (
    <input
      type="range"
      min={0}
      max={100}
      defaultValue={50}
      aria-label="Divider between before and after"
      onChange={(event) => move(Number(event.target.value))}
      className={zoom === "fit" ? "absolute inset-0 size-full cursor-ew-resize opacity-0" : "mt-3 h-11 w-full"}
    />
  )
  return (
    <div className="grid gap-3">
      <div
        ref={box}
        className="relative overflow-hidden rounded-card ring-1 ring-line [--split:50%] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-indigo"
      >
        <section
          {...(zoom === "full" ? { tabIndex: 0, "aria-label": "Picture at 100 %" } : { "aria-label": "Picture" })}
          className={classNames("mx-auto", zoom === "full" && "max-h-[70dvh] touch-pan-x touch-pan-y overflow-auto")}
          style={zoom === "fit" ? { width: `min(100%, calc(62dvh * ${width / height}))` } : {}}
        >
          <div
            className={classNames("relative", ground)}
            style={{
              aspectRatio: `${width} / ${height}`,
              ...(groundColour ? { background: groundColour } : {}),
              ...(groundPicture ? { background: `url("${groundPicture}") center / cover` } : {}),
              ...(zoom === "full" ? { width: `${width / devicePixelRatio}px` } : {}),
            }}
          >
            <img
              src={after.url}
              alt={after.alt}
              className={classNames("size-full", view === "before" && "invisible")}
            />
            {view !== "after" && (
              <img
                src={before.url}
                alt={before.alt}
                className={classNames(
                  "absolute inset-0 size-full object-cover",
                  isBoth && "[clip-path:inset(0_calc(100%-var(--split))_0_0)]",
                )}
              />
            )}
            {isBoth && (
              <div
                aria-hidden="true"
                className="pointer-events-none absolute inset-y-0 left-(--split) w-0.5 -translate-x-1/2 bg-on-cloth shadow-soft"
              >
                <span className="absolute top-1/2 left-1/2 size-11 -translate-1/2 rounded-full border-2 border-on-cloth bg-cloth/80" />
              </div>
            )}
            {isBoth && zoom === "fit" && slider}
          </div>
        </section>
      </div>
      {isBoth && zoom === "full" && slider}
      <div className="flex flex-wrap justify-center gap-3">
        <Segmented label="What is shown" hideLabel choices={views} value={view} onPick={setView} className="w-64" />
        <Segmented label="Zoom" hideLabel choices={zooms} value={zoom} onPick={setZoom} className="w-40" />
      </div>
    </div>
  )
}
