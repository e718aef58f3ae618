import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { notify } from "#web/ui/overlay/toast.tsx"

const load = () => import("#web/lib/session/passkey-device.ts")
/** The code that talks to the device. */
export type PasskeyDevice = Awaited<ReturnType<typeof load>>

/**
 * Something that is done with a passkey; the code for it is fetched when it is first wanted.
 * @param act does it
 * @param onDone is told what came of it
 */
export function usePasskey<Answer, Input = void>(
  act: (device: PasskeyDevice, input: Input) => Promise<Answer>,
  onDone: (answer: Answer) => void,
): { run: (input: Input) => void; isBusy: boolean; trouble: string | undefined } {
  const [trouble, setTrouble] = useState<string>()
  const { mutate, isPending } = useMutation({
    mutationFn: async (input: Input) => act(await load(), input),
    onMutate: () => setTrouble(undefined),
    onError: async (error) => {
      const words = (await load()).passkeyTrouble(error)
      if (words === null) return
      setTrouble(words)
      notify.error(words)
    },
  })
  return { run: (input) => mutate(input, { onSuccess: onDone }), isBusy: isPending, trouble }
}
