import { useNavigate } from "react-router"

/** Where to once an answer has signed somebody in; for a call's own `onSuccess`, so that who left the form stays where they went. */
export function useGoOn(to: string): (isSignedIn: boolean) => void {
  const navigate = useNavigate()
  return (isSignedIn) => {
    if (isSignedIn) void navigate(to, { replace: true })
  }
}
