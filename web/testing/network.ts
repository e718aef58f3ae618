/** What the page sends, as the fake server reads it. */
export interface SentCall {
  method: string
  path: string
  query: URLSearchParams
  headers: Readonly<Record<string, string | undefined>>
  body: unknown
}

/** What the fake server answers. */
export interface Answer {
  status: number
  body: unknown
  headers?: Readonly<Record<string, string>> | undefined
}

/** Status of an answer that never comes: the connection breaks. */
export const noStatus = 0

/** The few parts of Node used here: the web project knows no types of Node, so that the browser's code cannot use it. */
interface Incoming extends AsyncIterable<Uint8Array> {
  method: string
  url: string
  headers: Record<string, string | undefined>
}
interface Outgoing {
  writeHead: (status: number, headers: Record<string, string>) => Outgoing
  end: (text?: string) => void
  destroy: () => void
}
interface NodeHttp {
  createServer: (handle: (incoming: Incoming, outgoing: Outgoing) => void) => {
    listen: (port: number, host: string, ready: () => void) => void
    address: () => { port: number }
    unref: () => void
  }
  request: (options: Record<string, unknown>, ...rest: unknown[]) => { once: (event: "close", act: () => void) => void }
}

type Answering = (call: SentCall) => Answer | Promise<Answer>

const nobody: Answering = () => ({ status: 503, body: null })

/** Everyone who ever answered. A call belongs to whom it was sent under, however late it arrives. */
const answering: Answering[] = [nobody]

/** Calls that have no answer yet. */
const open = new Set<unknown>()

/** Not one of a test's own clock. */
const setRealTimeout = setTimeout

/** Waits until every call is answered, those included that follow from an answer. */
export async function networkAtRest(): Promise<void> {
  do await new Promise((resolve) => setRealTimeout(resolve))
  while (open.size > 0)
}

/** Header with the place in that list. */
const turnHeader = "x-test-turn"

function currentTurn(): string {
  return String(answering.length - 1)
}

/** Replaces who answers the calls that are sent from now on. */
export function answerWith(next: Answering): void {
  answering.push(next)
}

/** What there was before the first test of this process: each file's tests lead the calls to a server of their own. */
interface Outside {
  request: NodeHttp["request"]
  fetch: typeof globalThis.fetch
}
const outside = Symbol.for("aworan.network-of-tests")

function findOutside(http: NodeHttp): Outside {
  const kept = globalThis as { [outside]?: Outside }
  kept[outside] ??= { request: http.request, fetch: globalThis.fetch }
  return kept[outside]
}

/**
 * Stands a server on a free port in the place of ours. The SDK reaches it through Node's `http.request` (its fetch is
 * a library of its own here), our calls through `fetch`: both are led there, whatever address they were meant for.
 */
async function interceptNetwork(): Promise<void> {
  const http = ((await import("node:http" as string)) as { default: NodeHttp }).default
  const server = http.createServer((incoming, outgoing) => void serve(incoming, outgoing))
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  server.unref()
  const { port } = server.address()

  const { request, fetch } = findOutside(http)
  http.request = (options, ...rest) => {
    const headers = { ...(options.headers as object), [turnHeader]: currentTurn() }
    const call = request({ ...options, headers, protocol: "http:", hostname: "127.0.0.1", port }, ...rest)
    open.add(call)
    call.once("close", () => open.delete(call))
    return call
  }
  globalThis.fetch = (address, init) => {
    const { pathname, search } = new URL(String(address), location.origin)
    const headers = { ...(init?.headers as object), [turnHeader]: currentTurn() }
    const call = fetch(`http://127.0.0.1:${port}${pathname}${search}`, { ...init, headers })
    open.add(call)
    const end = (): boolean => open.delete(call)
    call.then(end, end)
    return call
  }
}

async function serve(incoming: Incoming, outgoing: Outgoing): Promise<void> {
  const decoder = new TextDecoder()
  let text = ""
  for await (const chunk of incoming) text += decoder.decode(chunk, { stream: true })
  const { pathname, searchParams } = new URL(incoming.url, "http://fake")
  const answer = answering[Number(incoming.headers[turnHeader])] ?? nobody
  const { status, body, headers } = await answer({
    method: incoming.method,
    path: pathname,
    query: searchParams,
    headers: incoming.headers,
    body: text === "" ? undefined : JSON.parse(text),
  })
  if (status === noStatus) outgoing.destroy()
  else if (status === 204) outgoing.writeHead(status, { ...headers }).end()
  else outgoing.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body))
}

await interceptNetwork()
