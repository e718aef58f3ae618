import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Camera } from "lucide-react"
import { type ComponentProps, type FormEvent, type ReactElement, useId, useRef, useState } from "react"
import { useNavigate } from "react-router"
import { setTitle } from "#contract/catalogue/styles.ts"
import { type BrandColours, brandGround, brandSet, usualColours } from "#contract/studio/brand-kit.ts"
import { listSceneSets } from "#contract/studio/scenes.ts"
import { makeFromPhoto, type ProductGround, stepCredits } from "#contract/studio/shelf-from-photo.ts"
import { PayButton } from "#web/content/pay-button.tsx"
import { ChosenView } from "#web/content/photo/chosen-view.tsx"
import { InSet } from "#web/content/photo/in-set.tsx"
import { usePhotoLook } from "#web/content/photo/photo-look.ts"
import { type ChosenPhoto, type Photo, useChosenPhoto } from "#web/content/photo/use-photo.ts"
import { useTurns } from "#web/content/photo/use-turns.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { formatCredits } from "#web/lib/format/format.ts"
import { useFees } from "#web/lib/money/use-fees.ts"
import { useMissingCredits } from "#web/lib/money/use-missing-credits.ts"
import { usePayOnce } from "#web/lib/money/use-pay-once.ts"
import { backgroundOf } from "#web/lib/photos/photo-tools.ts"
import { fromPhotoQuery, productAddress, shopQuery } from "#web/lib/shelf/shelf.ts"
import { Button } from "#web/ui/button/button.tsx"
import { RadioTiles } from "#web/ui/form/radio-tiles.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"

/** Takes a photo and, with one press more, makes a product of it. */
export function FromPhotoButton(): ReactElement {
  const input = useRef<HTMLInputElement>(null)
  const chosen = useChosenPhoto(undefined)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ""
          if (file) chosen.choose(file)
        }}
      />
      <Button onClick={() => input.current?.click()}>
        <Camera aria-hidden="true" />
        From a photo
      </Button>
      {chosen.photo && <FromPhotoDialog chosen={chosen} photo={chosen.photo} />}
    </>
  )
}

interface FromPhotoDialogProps {
  chosen: ChosenPhoto
  photo: Photo
}

function FromPhotoDialog({ chosen, photo }: FromPhotoDialogProps): ReactElement {
  const formId = useId()
  const [thing, setThing] = useState("")
  const [picked, setPicked] = useState<string>()
  const fees = useFees()
  const { choices, isLoading } = useGrounds()
  const [first] = choices
  const missingOfFirst = useMissingCredits(first && sumOf(stepCredits(fees, first.ground)))
  // The first is the best looking one; whoever cannot pay it begins with what is free.
  const usual = missingOfFirst === 0 ? first : choices.find(({ ground }) => ground.kind === "colours")
  const { key, ground } = choices.find((one) => one.key === picked) ?? usual ?? plain
  const credits = stepCredits(fees, ground)
  const price = sumOf(credits)
  const order = useOrder()
  const missing = useMissingCredits(price, order.error)
  const { address } = photo
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (address !== undefined && !isLoading && missing === 0 && !order.isPending)
      order.mutate({ image: address, thing, ground })
  }
  return (
    <Dialog
      open
      onOpenChange={chosen.clear}
      title="A product from a photo"
      description="It becomes a draft on your shelf. Nobody sees it before you say so."
      actions={
        <div className="grid w-full gap-4 border-t border-line pt-4">
          <Steps credits={credits} />
          {order.error && (
            <p role="alert" className="text-sm text-clay">
              {messageOf(order.error, "The product could not be begun.")}
            </p>
          )}
          <PayButton
            type="submit"
            form={formId}
            missing={missing}
            busy={order.isPending}
            busyWords="Beginning …"
            disabled={address === undefined || isLoading}
          >
            {address === undefined ? "The photo is on its way …" : `Make it (${formatCredits(price)})`}
          </PayButton>
        </div>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-5">
        <ChosenView photo={photo} chosen={chosen} disabled={order.isPending} />
        <TextField
          label="What is it?"
          optional
          placeholder="handbag"
          hint="For its title and text."
          maxLength={60}
          value={thing}
          onChange={({ target }) => setThing(target.value)}
          className="-mb-6"
        />
        <GroundTiles choices={choices} value={key} onPick={setPicked} photo={photo} />
      </form>
    </Dialog>
  )
}

/** Orders all steps with one call, and opens the draft. */
function useOrder() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const payOnce = usePayOnce()
  return useMutation({
    mutationFn: (body: { image: string; thing: string; ground: ProductGround }) =>
      payOnce.send(body, (idempotencyKey) => call(makeFromPhoto, { body, idempotencyKey })),
    onSuccess: ({ data: { productId, ...state } }) => {
      queries.setQueryData(fromPhotoQuery(productId).queryKey, state)
      void queries.invalidateQueries({ queryKey: [...queryKeys.products, "list"] })
      void queries.invalidateQueries({ queryKey: queryKeys.balance })
      void navigate(productAddress(productId))
    },
  })
}

/** What the product may stand before in its second picture. */
interface GroundChoice {
  key: string
  label: string
  ground: ProductGround
}

const plain: GroundChoice = { key: "colours", label: "My colours", ground: { kind: "colours" } }

function sumOf({ cutOut, scene }: ReturnType<typeof stepCredits>): number {
  return cutOut + scene
}

/** Everything that can be chosen: a set in the seller's own colours first, where there is one. */
function useGrounds(): { choices: readonly GroundChoice[]; isLoading: boolean } {
  const { data: sets = [], isLoading } = useQuery({
    queryKey: ["listSceneSets"],
    queryFn: async ({ signal }) => (await call(listSceneSets, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const choices: GroundChoice[] = sets.map(({ name, use }) => ({
    key: name,
    label: setTitle(name) ?? use,
    ground: { kind: "set", name },
  }))
  const own = sets.find(({ takesColours }) => takesColours)
  if (!own) return { choices: [plain, ...choices], isLoading }
  const ground = { kind: "set", name: own.name, inMyColours: true } as const
  return { choices: [{ key: "own", label: "Set in my colours", ground }, plain, ...choices], isLoading }
}

interface GroundTilesProps {
  choices: readonly GroundChoice[]
  /** Key of the chosen one. */
  value: string
  onPick: (key: string) => void
  photo: Photo
}

function GroundTiles({ choices, value, onPick, photo }: GroundTilesProps): ReactElement {
  const looked = usePhotoLook(photo)
  const turns = useTurns()
  const fees = useFees()
  const { data: shop } = useQuery(shopQuery)
  const tiles = choices.map(({ key, label, ground }, index) => {
    const { scene } = stepCredits(fees, ground)
    return {
      value: key,
      label,
      note: scene === 0 ? "Free" : formatCredits(scene),
      picture: (
        <GroundPicture photo={photo} looked={looked} ground={ground} brand={shop ?? usualColours} turn={turns(index)} />
      ),
    }
  })
  return (
    <RadioTiles
      label="Scene"
      hint={shop === null && "The usual two colours, until your shop has its own."}
      className="min-w-0"
      gridClassName="grid-flow-col grid-cols-none auto-cols-[7rem] snap-x overflow-x-auto p-1 -m-1"
      value={value}
      onPick={onPick}
      tiles={tiles}
    />
  )
}

interface GroundPictureProps extends Pick<ComponentProps<typeof InSet>, "photo" | "looked" | "turn"> {
  ground: ProductGround
  brand: BrandColours
}

function GroundPicture({ ground, brand, ...rest }: GroundPictureProps): ReactElement {
  if (ground.kind === "colours") {
    const background = backgroundOf(brandGround(brand))
    return <span className="block size-20 rounded-control border border-line" style={{ background }} />
  }
  const colours = ground.inMyColours ? brandSet(brand) : undefined
  return (
    <span className="block size-20 overflow-hidden rounded-control bg-raised">
      <InSet set={ground.name} colours={colours} alt="" {...rest} />
    </span>
  )
}

/** Every step with its price, before the one press that confirms them all. */
function Steps({ credits }: { credits: ReturnType<typeof stepCredits> }): ReactElement {
  const steps = [
    ["Background off", credits.cutOut],
    ["Picture on white, 4:5", 0],
    ["Picture in the scene", credits.scene],
    ["Title and text to change", 0],
  ] as const
  return (
    <dl aria-label="What is made" className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm tabular-nums">
      {steps.map(([name, price]) => (
        <div key={name} className="contents">
          <dt>{name}</dt>
          <dd className="text-right text-ink-soft">{price === 0 ? "Free" : formatCredits(price)}</dd>
        </div>
      ))}
    </dl>
  )
}
