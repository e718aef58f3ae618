import { useQueries, useQuery } from "@tanstack/react-query"
import { CircleAlert, CircleCheck, Download } from "lucide-react"
import { type ReactElement, useState } from "react"
import { useSearchParams } from "react-router"
import { type ExportPreset, type ExportPresetSlug, exportPresets } from "#contract/catalogue/export-presets.ts"
import { checkExports, type ExportCheck } from "#contract/studio/exports.ts"
import { DoubtNotes } from "#web/content/photo/doubt-notes.tsx"
import { PhotoPicker } from "#web/content/photo/photo-picker.tsx"
import { useChosenPhoto } from "#web/content/photo/use-photo.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { formatCredits } from "#web/lib/format/format.ts"
import { useFees } from "#web/lib/money/use-fees.ts"
import { useDoubts } from "#web/lib/photos/doubts.ts"
import { backgroundOf, coloursOf, imageOf, photoToolAddress, type ShownColours } from "#web/lib/photos/photo-tools.ts"
import { picturePath } from "#web/lib/photos/picture-path.ts"
import { buttonLook } from "#web/ui/button/button-style.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Checkbox } from "#web/ui/form/checkbox.tsx"
import { Segmented } from "#web/ui/form/segmented.tsx"
import { classNames } from "#web/ui/theme/class-names.ts"
import { freeUpscalingQuery } from "./free-upscaling.ts"

const places = [...new Set(exportPresets.map(({ place }) => place))]

const checked = [
  { value: "made", label: "What you download" },
  { value: "as-it-is", label: "The picture as it is" },
] as const
type Checked = (typeof checked)[number]["value"]

/** /generations/export: one picture made ready for marketplaces and networks, with their rules checked before. */
export function Component(): ReactElement {
  const [parameters] = useSearchParams()
  const chosen = useChosenPhoto(imageOf(parameters), undefined, { keepsSize: true })
  const [picked, setPicked] = useState<readonly ExportPresetSlug[]>(["jumia-680x850"])
  const [what, setWhat] = useState<Checked>("made")
  const image = chosen.photo?.address
  // They belong to the picture that the address names.
  const named = imageOf(parameters)
  const colours =
    named !== undefined && image !== undefined && picturePath(image) === named ? coloursOf(parameters) : undefined
  const toggle = (slug: ExportPresetSlug): void =>
    setPicked((old) => (old.includes(slug) ? old.filter((one) => one !== slug) : [...old, slug]))

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[320px_minmax(0,1fr)] xl:grid-cols-[380px_minmax(0,1fr)] xl:gap-x-10">
      <div className="grid gap-5 lg:sticky lg:top-26 low:static">
        <header>
          <h1 className="text-3xl">Download for…</h1>
          <p className="mt-2 text-ink-soft">
            Make a picture ready for a marketplace or a network, and see whether it follows their rules. It is free.
          </p>
        </header>
        <PhotoPicker label="Select an image to make ready" chosen={chosen} disabled={false} />
        <DoubtNotes of={[image]} />
        {colours && (
          <p className="flex items-center gap-3 text-sm text-ink-soft">
            <span
              aria-hidden="true"
              className="size-8 shrink-0 rounded-control ring-1 ring-line"
              style={{ background: backgroundOf(colours) }}
            />
            On the background that you chose. Where a place asks for white, it stands on white.
          </p>
        )}
        {image && <DownloadLink image={image} picked={picked} colours={colours} />}
      </div>
      <div className="grid gap-6">
        <Segmented label="What is checked" choices={checked} value={what} onPick={setWhat} className="max-w-md" />
        {places.map((place) => (
          <section key={place} aria-label={place} className="grid gap-2">
            <h2 className="text-xl">{place}</h2>
            <PresetList
              presets={exportPresets.filter((preset) => preset.place === place)}
              {...{ picked, image, what, colours }}
              onToggle={toggle}
            />
          </section>
        ))}
      </div>
    </div>
  )
}

interface DownloadLinkProps {
  image: string
  picked: readonly string[]
  colours: ShownColours | undefined
}

function DownloadLink({ image, picked, colours }: DownloadLinkProps): ReactElement {
  const query = new URLSearchParams({ image: picturePath(image), presets: picked.join(","), ...colours })
  const label = picked.length > 1 ? `Download ${picked.length} as ZIP` : "Download"
  if (picked.length === 0) return <p className="text-sm text-ink-soft">Pick at least one place.</p>
  return (
    <a
      href={`/exports/download?${query}`}
      download
      className={buttonLook({ variant: "primary", size: "large", wide: true })}
    >
      <Download aria-hidden="true" />
      {label}
    </a>
  )
}

interface PresetListProps {
  presets: readonly (ExportPreset & { slug: ExportPresetSlug })[]
  picked: readonly ExportPresetSlug[]
  image: string | undefined
  what: Checked
  colours: ShownColours | undefined
  onToggle: (slug: ExportPresetSlug) => void
}

function PresetList({ presets, picked, image, what, colours, onToggle }: PresetListProps): ReactElement {
  const path = picturePath(image ?? "")
  const checks = useQueries({
    queries: presets.map(({ slug }) => ({
      queryKey: ["checkExports", path, slug, what, colours],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await call(checkExports, { query: { image: path, preset: slug, what, ...colours }, signal })).data,
      enabled: path !== "" && picked.includes(slug),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  })
  return (
    <ul className="grid gap-2">
      {presets.map(({ slug, title, rule }, index) => {
        const check = checks[index]
        return (
          <li key={slug} className="rounded-card border border-line bg-surface px-4 py-2">
            <Checkbox label={title} hint={rule} checked={picked.includes(slug)} onChange={() => onToggle(slug)} />
            {picked.includes(slug) && path !== "" && (
              <div className="pb-2 pl-9" aria-live="polite">
                {check?.data ? (
                  <CheckView check={check.data} image={path} title={title} />
                ) : (
                  <p className="text-sm text-ink-soft">
                    {check?.error ? messageOf(check.error, "It could not be checked.") : "Checking"}
                  </p>
                )}
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const ruleNames: Record<ExportCheck["rules"][number]["rule"], string> = {
  size: "Size",
  sharpness: "Sharpness",
  bytes: "File size",
  format: "Format",
  border: "White edge",
  fill: "Product",
  location: "Location",
}

interface CheckViewProps {
  check: ExportCheck
  image: string
  title: string
}

function CheckView({ check, image, title }: CheckViewProps): ReactElement {
  const isDoubtful = useDoubts([image]).length > 0
  const fails = (what: ExportCheck["rules"][number]["rule"]) =>
    check.rules.some(({ rule, isPassed }) => rule === what && !isPassed)
  return (
    <div className="flex flex-wrap items-start gap-4">
      {check.preview && (
        <img
          src={check.preview}
          alt={`The file for ${title}`}
          className="max-h-40 w-32 shrink-0 border border-line bg-white object-contain"
        />
      )}
      <div className="grid min-w-48 flex-1 gap-2">
        <p
          className={classNames("font-medium", !check.isPassed ? "text-clay" : isDoubtful ? "text-amber" : "text-leaf")}
        >
          {!check.isPassed ? "Does not pass" : isDoubtful ? "Passes, once the edge is right" : "Passes"}
        </p>
        <ul className="grid gap-1 text-sm">
          {check.rules.map(({ rule, isPassed, reason }) => (
            <li key={rule} className="flex gap-2">
              {isPassed ? (
                <CircleCheck aria-label="Passed" className="mt-0.5 size-4 shrink-0 text-leaf" />
              ) : (
                <CircleAlert aria-label="Failed" className="mt-0.5 size-4 shrink-0 text-clay" />
              )}
              <span>
                {ruleNames[rule]}: {reason}
              </span>
            </li>
          ))}
        </ul>
        {fails("sharpness") && <Enlarge image={image} />}
        {fails("border") && <RemoveBackground image={image} />}
      </div>
    </div>
  )
}

/** The mend of what is too small, with its price. */
function Enlarge({ image }: { image: string }): ReactElement {
  const fees = useFees()
  const { data: isFree } = useQuery(freeUpscalingQuery)
  return (
    <LinkButton variant="secondary" to={photoToolAddress.upscale(image)}>
      Enlarge it first · {isFree ? "free" : formatCredits(fees["photo-upscaling"])}
    </LinkButton>
  )
}

/** The mend of what fails for its background, with its price. */
function RemoveBackground({ image }: { image: string }): ReactElement {
  const fees = useFees()
  return (
    <LinkButton variant="secondary" to={photoToolAddress.removeBackground(image)}>
      Remove the background · {formatCredits(fees["bg-remover"])}
    </LinkButton>
  )
}
