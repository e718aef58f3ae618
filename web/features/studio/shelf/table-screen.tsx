import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import { useNavigate } from "react-router"
import {
  checkTable,
  type ImportField,
  importFieldNames,
  importFields,
  importTable,
  maxTableBytes,
  maxTableRows,
  type TableCheck,
  type TableEncoding,
  type TableFault,
  type TableSeparator,
  tableEncodings,
} from "#contract/studio/shelf-import.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { formatNumber } from "#web/lib/format/format.ts"
import { sellingHelpPath, shelfPath } from "#web/lib/shelf/shelf.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Progress } from "#web/ui/feedback/progress.tsx"
import { Dropzone } from "#web/ui/form/dropzone.tsx"
import { Segmented } from "#web/ui/form/segmented.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

/** A file that was chosen, as it is sent. */
interface ChosenFile {
  name: string
  /** As base64. */
  file: string
  /** Tells one choice from the next. */
  key: number
}

/** /shelf/table: products out of a spreadsheet. Nothing is taken before the seller saw what will become of it. */
export function Component(): ReactElement {
  const [chosen, setChosen] = useState<ChosenFile>()
  const [problem, setProblem] = useState<string>()
  const choose = async (files: readonly File[]): Promise<void> => {
    const [file] = files
    if (!file) return
    setProblem(undefined)
    const text = await readBase64(file).catch(() => null)
    if (text === null || text === "") setProblem(text === "" ? "This file is empty." : "This file could not be read.")
    else setChosen((before) => ({ name: file.name, file: text, key: (before?.key ?? 0) + 1 }))
  }
  return (
    <div className="grid gap-5">
      <header>
        <TextLink to={shelfPath}>Shelf</TextLink>
        <h1 className="mt-1 text-2xl sm:text-3xl">Products from a spreadsheet</h1>
        <p className="mt-1 max-w-measure text-ink-soft">
          Save it as CSV, with the titles of the columns in the first row. You see what becomes of each row before
          anything is taken. Pictures are added afterwards. <TextLink to={sellingHelpPath}>How it works</TextLink>
        </p>
      </header>
      <Dropzone
        label={chosen ? "Another file" : "Your table"}
        hint={`CSV, up to ${formatNumber(maxTableRows)} rows and ${maxTableBytes / 1_000_000} MB`}
        accept={{ "text/csv": [".csv", ".tsv", ".txt"] }}
        // What is no table says so itself, in better words than its ending could.
        holdsAccepted={async () => true}
        maxBytes={maxTableBytes}
        maxFiles={1}
        error={problem}
        onFiles={(files) => void choose(files)}
      />
      {chosen && <TableForm key={chosen.key} chosen={chosen} />}
    </div>
  )
}

function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ""))
    reader.onerror = () => reject(new Error("The file could not be read."))
    reader.readAsDataURL(file)
  })
}

const separators: Readonly<Record<TableSeparator, string>> = {
  ",": "commas",
  ";": "semicolons",
  "\t": "tabs",
  "|": "bars",
}

const encodings: Readonly<Record<TableEncoding, string>> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16 (other order)",
  "windows-1252": "Windows (1252)",
}

const encodingChoices = tableEncodings.map((value) => ({ value, label: encodings[value] }))

const fieldChoices = importFieldNames.map((value) => ({ value, label: importFields[value] }))

const knownChoices = [
  { value: "update", label: "Change it" },
  { value: "refuse", label: "Refuse the table" },
] as const

function TableForm({ chosen }: { chosen: ChosenFile }): ReactElement {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [encoding, setEncoding] = useState<TableEncoding | null>(null)
  const [mapping, setMapping] = useState<(ImportField | null)[] | null>(null)
  const [known, setKnown] = useState<"update" | "refuse">("update")
  const body = { file: chosen.file, encoding, mapping, known }
  const checking = useQuery({
    queryKey: [...queryKeys.products, "table", chosen.name, chosen.key, encoding, mapping, known],
    queryFn: async ({ signal }) => (await call(checkTable, { body, signal })).data,
    placeholderData: keepPreviousData,
    // Another file may have the same name and place, and the shelf may be another one by then.
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  })
  const { data } = checking
  const importing = useMutation({
    mutationFn: async (shelf: string) => (await call(importTable, { body: { ...body, shelf } })).data,
    onSuccess: (done) => {
      void queries.invalidateQueries({ queryKey: queryKeys.products })
      notify.success(inWords(done))
      void navigate(shelfPath)
    },
    onError: (error) => {
      notify.error(messageOf(error, "Nothing was imported."))
      void checking.refetch()
    },
  })
  if (!data) {
    if (!checking.error) return <Progress label="Reading the table" />
    return (
      <div role="alert" className="grid justify-items-start gap-3">
        <p>{messageOf(checking.error, "The table could not be read.")}</p>
        <Button variant="secondary" onClick={() => void checking.refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  const count = data.created + data.changed
  const isReady = data.faults.length === 0 && count > 0 && !checking.isPlaceholderData && !checking.isFetching
  return (
    <div className="grid gap-6">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <div className="grid gap-1">
          <p className="font-medium wrap-anywhere">{chosen.name}</p>
          <p className="text-sm text-ink-soft">
            {countOf(data.rows, "row")}, parted by {separators[data.separator]}. Its letters were read as{" "}
            {encodings[data.encoding]}: choose another way if names look wrong below.
          </p>
        </div>
        <SelectField
          label="Letters"
          choices={encodingChoices}
          value={data.encoding}
          onChange={({ target }) => setEncoding(tableEncodings.find((one) => one === target.value) ?? null)}
        />
      </div>
      {data.columns.length > 0 && (
        <Columns
          columns={data.columns}
          onPick={(place, field) =>
            setMapping(data.columns.map((column, one) => (one === place ? field : column.field)))
          }
        />
      )}
      <Segmented
        label="When a product with this number is on your shelf already"
        choices={knownChoices}
        value={known}
        onPick={setKnown}
        className="max-w-md"
      />
      <section aria-label="What becomes of it" aria-busy={checking.isFetching} className="grid gap-3">
        <h2 className="text-xl">What becomes of it</h2>
        {checking.error && <p role="alert">{messageOf(checking.error, "The table could not be read.")}</p>}
        <Outcome check={data} />
        <Faults faults={data.faults} />
        <div>
          <Button busy={importing.isPending} disabled={!isReady} onClick={() => importing.mutate(data.shelf)}>
            {count === 0 ? "Import" : `Import ${countOf(count, "product")}`}
          </Button>
        </div>
      </section>
    </div>
  )
}

function countOf(count: number, thing: string): string {
  return count === 1 ? `1 ${thing}` : `${formatNumber(count)} ${thing}s`
}

function inWords({ created, changed, unchanged }: Pick<TableCheck, "created" | "changed" | "unchanged">): string {
  const parts = [
    created > 0 && `${formatNumber(created)} new`,
    changed > 0 && `${formatNumber(changed)} changed`,
    unchanged > 0 && `${formatNumber(unchanged)} as they are`,
  ]
  return parts.filter((part) => part !== false).join(", ") || "Nothing to do"
}

function Outcome({ check }: { check: TableCheck }): ReactElement | null {
  if (check.rows === 0) return null
  return (
    <div className="grid gap-1">
      <p className="font-medium">{inWords(check)}.</p>
      {check.created > 0 && (
        <p className="text-ink-soft">
          New products come in as drafts. Add their pictures, then put them into the shop.
        </p>
      )}
      {check.withoutPicture > 0 && (
        <p className="text-ink-soft">
          {countOf(check.withoutPicture, "row")} would stand in the shop and{" "}
          {check.withoutPicture === 1 ? "has" : "have"} no picture yet.
        </p>
      )}
      <p className="text-ink-soft">An empty cell changes nothing of a product that is there.</p>
    </div>
  )
}

interface ColumnsProps {
  columns: TableCheck["columns"]
  onPick: (place: number, field: ImportField | null) => void
}

/** What each column holds: guessed, and changed by the seller. */
function Columns({ columns, onPick }: ColumnsProps): ReactElement {
  return (
    <section aria-label="Columns" className="grid gap-3">
      <h2 className="text-xl">Columns</h2>
      <ul className="grid divide-y divide-line rounded-card border border-line">
        {[...columns.entries()].map(([place, { title, samples, field }]) => (
          // A column is known by its place: titles may be the same.
          <li key={place} className="grid gap-x-4 gap-y-1 px-4 pt-3 sm:grid-cols-2 sm:items-center">
            <div className="min-w-0 sm:pb-3">
              <p dir="auto" className="font-medium wrap-anywhere">
                {title === "" ? `Column ${place + 1}` : title}
              </p>
              <p dir="auto" className="truncate text-sm text-ink-soft">
                {samples.length === 0 ? "Empty" : samples.join(" · ")}
              </p>
            </div>
            <SelectField
              label={`What “${title === "" ? `column ${place + 1}` : title}” holds`}
              hideLabel
              choices={fieldChoices}
              placeholder="Leave it out"
              value={field ?? ""}
              onChange={({ target }) => onPick(place, importFieldNames.find((one) => one === target.value) ?? null)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Faults that are shown at first. */
const shownFaults = 20

function Faults({ faults }: { faults: readonly TableFault[] }): ReactElement | null {
  const [areAllShown, setAreAllShown] = useState(false)
  if (faults.length === 0) return null
  const shown = areAllShown ? faults : faults.slice(0, shownFaults)
  return (
    <div role="alert" className="grid gap-3">
      <p className="text-clay">
        {faults.length === 1 ? "1 thing is wrong." : `${formatNumber(faults.length)} things are wrong.`} Mend the table
        and choose it again, or leave the column out. Until then nothing is taken.
      </p>
      <div className="overflow-x-auto">
        <table className="w-full text-left text-sm">
          <thead>
            <tr className="border-b border-line-strong">
              <th scope="col" className="py-2 pr-4 font-medium">
                Row
              </th>
              <th scope="col" className="py-2 pr-4 font-medium">
                Column
              </th>
              <th scope="col" className="py-2 font-medium">
                What is wrong
              </th>
            </tr>
          </thead>
          <tbody>
            {[...shown.entries()].map(([place, { row, column, message }]) => (
              // The same may be wrong with one cell twice.
              <tr key={place} className="border-b border-line align-top">
                <td className="py-2 pr-4 tabular-nums">{row === 0 ? "All" : row}</td>
                <td dir="auto" className="py-2 pr-4 wrap-anywhere">
                  {column}
                </td>
                <td className="py-2 wrap-anywhere">{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {faults.length > shown.length && (
        <Button variant="secondary" className="justify-self-start" onClick={() => setAreAllShown(true)}>
          Show all {formatNumber(faults.length)}
        </Button>
      )}
    </div>
  )
}
