import { useQuery } from "@tanstack/react-query"
import { sessionInfoQuery } from "./session-info.ts"

/**
 * Whether this page, in this browser, may make and use passkeys: they belong to one host name over https.
 * @returns also whether the installation was asked, with or without an answer
 */
export function usePasskeysHere(): { isPossible: boolean; isAsked: boolean } {
  const { data: info, isPending } = useQuery(sessionInfoQuery)
  const isPossible =
    info !== undefined &&
    info.passkeyHost === location.hostname &&
    window.isSecureContext &&
    "PublicKeyCredential" in window
  return { isPossible, isAsked: !isPending }
}
