import { useQueryClient } from "@tanstack/react-query"
import { Paperclip, X } from "lucide-react"
import { type ReactElement, useState } from "react"
import { bucketBytes, documentsBucketId, sizeLimitWords } from "#contract/hosted/files.ts"
import type { AdminOrder } from "#contract/money/orders-admin.ts"
import { reasonHint } from "#web/content/reason-hint.ts"
import { ReasonForm } from "#web/features/operations/console/reason-form.tsx"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { pictureTypes } from "#web/lib/photos/prepare-photo.ts"
import { holdsPictureOrPdf } from "#web/lib/photos/upload-file.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Dropzone } from "#web/ui/form/dropzone.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

interface OrderActionProps {
  title: string
  hint: string
  button: string
  /** Asks also for what shows that the money came. */
  hasProof?: boolean
  isDanger?: boolean
  /** "h3" below another heading of the page. */
  heading?: "h2" | "h3"
  send: (form: { proof: string; slip: File | null; reason: string }) => Promise<{ message: string; data: AdminOrder }>
}

/** One thing an operator does with an order, with the reason that the log keeps. */
export function OrderAction({ hasProof = false, send, ...form }: OrderActionProps): ReactElement {
  const queries = useQueryClient()
  const [slip, setSlip] = useState<File | null>(null)
  return (
    <ReasonForm
      {...form}
      send={async (data) => {
        const text = (name: string): string => String(data.get(name) ?? "")
        const done = await send({ proof: text("proof"), slip, reason: text("reason") })
        setSlip((now) => (now === slip ? null : now))
        queries.setQueryData(["getAdminOrder", done.data.tx_ref], done.data)
        return done
      }}
      onDone={() => {
        void queries.invalidateQueries({ queryKey: ["listMoneyAttention"] })
        return queries.invalidateQueries({ queryKey: ["listAdminOrders"] })
      }}
      // Somebody else may have done it: the order shows what is true now.
      onRefused={(error) => {
        notify.error(messageOf(error, noAnswerMessage))
        return queries.invalidateQueries({ queryKey: ["getAdminOrder"] })
      }}
    >
      {hasProof && (
        <TextField
          name="proof"
          label="Proof"
          hint="The bank's reference or the number of a slip"
          className="sm:col-span-2"
        />
      )}
      {hasProof && <Slip slip={slip} onSlip={setSlip} />}
      <TextField name="reason" label="Reason" hint={reasonHint()} className="sm:col-span-2" />
    </ReasonForm>
  )
}

/** A picture or PDF of the proof, which may be left out. */
function Slip({ slip, onSlip }: { slip: File | null; onSlip: (slip: File | null) => void }): ReactElement {
  if (slip === null) {
    return (
      <Dropzone
        label="Picture or PDF of it"
        hint={`Optional, up to ${sizeLimitWords(documentsBucketId)}. Owners and finance see it, and it is part of the buyer's data.`}
        accept={{ ...pictureTypes, "application/pdf": [".pdf"] }}
        holdsAccepted={holdsPictureOrPdf}
        maxBytes={bucketBytes[documentsBucketId]}
        maxFiles={1}
        onFiles={([file]) => onSlip(file ?? null)}
        className="mb-4 sm:col-span-2"
      />
    )
  }
  return (
    <p className="mb-4 flex items-center gap-3 rounded-control border border-line px-3 sm:col-span-2">
      <Paperclip aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
      <span className="min-w-0 grow truncate">{slip.name}</span>
      <Button variant="quiet" size="icon" aria-label={`Remove ${slip.name}`} onClick={() => onSlip(null)}>
        <X aria-hidden="true" />
      </Button>
    </p>
  )
}
