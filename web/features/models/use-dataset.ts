import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { trainingRules } from "#contract/catalogue/trainings.ts"
import { messages } from "#contract/messages.ts"
import { checkPhoto } from "#contract/product/trainings.ts"
import { call } from "#web/lib/call.ts"
import { isHeic, preparePhoto } from "#web/lib/prepare-photo.ts"
import { studioQuery } from "#web/lib/studio-query.ts"
import { uploadPicture } from "#web/lib/upload-picture.ts"
import { notify } from "#web/ui/toast.tsx"
import { type DatasetPhoto, tooSmall, turned, unreadable, unreadableHeic } from "./dataset.ts"
import { isStoredTurned } from "./photo-orientation.ts"
import { makeSmallPhoto } from "./small-photo.ts"

/** The chosen photos: judged as they come, uploaded one at a time when the shoot is started. */
export function useDataset() {
  const queries = useQueryClient()
  const [photos, setPhotos] = useState<readonly DatasetPhoto[]>([])
  const [leftOut, setLeftOut] = useState(0)
  const line = useRef<Promise<void>>(Promise.resolve())
  const shown = useRef(photos)
  shown.current = photos

  useEffect(
    () => () => {
      for (const { preview } of shown.current) URL.revokeObjectURL(preview)
    },
    [],
  )

  const change = (id: string, part: Partial<DatasetPhoto>): void =>
    setPhotos((old) => old.map((photo) => (photo.id === id ? { ...photo, ...part } : photo)))

  const serverReadsHeic = async (): Promise<boolean> => (await queries.ensureQueryData(studioQuery)).readsHeic

  /** What the server can open, it looks at before it trains. */
  const aboutHeic = async (): Promise<DatasetPhoto["findings"]> => ((await serverReadsHeic()) ? [] : [unreadableHeic])

  const look = async ({ id, file }: DatasetPhoto): Promise<void> => {
    const small = await makeSmallPhoto(file)
    if (!small) return change(id, { findings: isHeic(file) ? await aboutHeic() : [unreadable] })
    const { base64, print, width, height } = small
    const isSmall = Math.min(width, height) < trainingRules.minSide
    const findings = await call(checkPhoto, { body: { photo: base64 } }).then(
      ({ data }) => data.findings,
      // The server looks again before it trains; nobody is kept waiting for this.
      () => [],
    )
    const others = isSmall ? [tooSmall, ...findings.filter(({ code }) => code !== tooSmall.code)] : findings
    change(id, { print, findings: (await isStoredTurned(file)) ? [...others, turned] : others })
  }

  const add = (files: readonly File[]): void => {
    const room = Math.max(0, trainingRules.maxImages - photos.length)
    setLeftOut(Math.max(0, files.length - room))
    const added = files.slice(0, room).map((file, index) => ({
      id: `${Date.now()}-${index}-${file.name}`,
      file,
      preview: URL.createObjectURL(file),
      findings: undefined,
      print: [],
      progress: undefined,
      address: undefined,
      hasFailed: false,
    }))
    setPhotos((old) => [...old, ...added])
    for (const photo of added) {
      // One that this browser chokes on must not keep the others from being looked at.
      line.current = line.current.then(() => look(photo).catch(() => change(photo.id, { findings: [unreadable] })))
    }
  }

  const remove = (id: string): void => {
    const gone = photos.find((photo) => photo.id === id)
    if (gone) URL.revokeObjectURL(gone.preview)
    setLeftOut(0)
    setPhotos((old) => old.filter((photo) => photo.id !== id))
  }

  /** @returns its address, null when it could not be uploaded */
  const upload = async ({ id, file, address }: DatasetPhoto): Promise<string | null> => {
    if (address) return address
    change(id, { progress: 0, hasFailed: false })
    try {
      const { file: ready } = isHeic(file) ? await preparePhoto(file, serverReadsHeic) : { file }
      const { secure_url } = await uploadPicture(queries, ready, { onShare: (progress) => change(id, { progress }) })
      change(id, { progress: undefined, address: secure_url })
      return secure_url
    } catch {
      change(id, { progress: undefined, hasFailed: true })
      notify.error(messages.uploadFailed)
      return null
    }
  }

  /** Uploads what is not up yet, one at a time. @returns the addresses, null when one is missing */
  const uploadAll = async (wanted: readonly DatasetPhoto[]): Promise<string[] | null> => {
    const addresses: string[] = []
    for (const photo of wanted) {
      const address = await upload(photo)
      if (address) addresses.push(address)
    }
    return addresses.length === wanted.length ? addresses : null
  }

  return {
    photos,
    /** How many of the last chosen ones were more than a training takes. */
    leftOut,
    add,
    remove,
    retry: upload,
    uploadAll,
  }
}
