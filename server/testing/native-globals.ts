/**
 * The older SDK puts its own FormData in the place of Node's when it is loaded. Test files share a process, and those
 * that come after it need Node's: a reply's form is always made of it.
 */
const form = await new Response(new URLSearchParams()).formData()
globalThis.FormData = form.constructor as typeof FormData
