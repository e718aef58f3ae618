import { useEffect, useState } from "react"

/** Addresses at which this page can show kept pictures, by the address they were kept under. */
export function usePictureAddresses(pictures: Readonly<Record<string, Blob>>): Readonly<Record<string, string>> {
  const [addresses, setAddresses] = useState<Readonly<Record<string, string>>>({})
  useEffect(() => {
    const made = Object.fromEntries(
      Object.entries(pictures).map(([source, blob]) => [source, URL.createObjectURL(blob)]),
    )
    setAddresses(made)
    return () => {
      for (const address of Object.values(made)) URL.revokeObjectURL(address)
    }
  }, [pictures])
  return addresses
}
