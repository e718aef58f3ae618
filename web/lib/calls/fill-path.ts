/** The path of a call with what stands for its parameters, such as `/albums/:albumId`. */
export function fillPath(path: string, params: Record<string, string>): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))
}
