import { useQuery } from "@tanstack/react-query"
import { sessionInfoQuery } from "./session-info.ts"

/** Whether this page, in this browser, may make and use passkeys: they belong to one host name over https. */
export function usePasskeysHere(): boolean {
  const { data: info } = useQuery(sessionInfoQuery)
  return (
    info !== undefined &&
    info.passkeyHost === location.hostname &&
    window.isSecureContext &&
    "PublicKeyCredential" in window
  )
}
