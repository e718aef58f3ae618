import { standaloneStyle } from "#server/platform/http/standalone-page.ts"

/** How a shop's public page looks: it stands in the page, so that one answer is all there is to fetch before pictures. */
export const shopStyle = `${standaloneStyle}a:focus-visible,input:focus-visible,button:focus-visible,summary:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
header{background:var(--brand);color:var(--on-brand);border-bottom:6px solid var(--accent)}
header .in{display:flex;gap:.9rem;align-items:center;padding-block:1.1rem}
header img{width:3.5rem;height:3.5rem;border-radius:50%;object-fit:cover;background:#fff}
header a{text-decoration:none}
h1,h2,.shop{font-size:1.6rem;line-height:1.2;margin:0;font-weight:700}
h2{font-size:1.2rem;margin-top:1.6rem}
.lines{white-space:pre-line}
.grid{list-style:none;margin:1rem 0;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(10rem,45%),1fr));gap:1rem .8rem}
.grid a{display:block;text-decoration:none}
.grid img,.none{display:block;width:100%;height:auto;aspect-ratio:1;object-fit:cover;border-radius:.7rem;background:#fff;border:1px solid var(--line)}
.none{background:var(--raised)}
.name{display:block;margin-top:.45rem;font-weight:500}
.price{font-weight:700;font-variant-numeric:tabular-nums}
.product{display:grid;gap:1.5rem}
@media(min-width:48rem){.product{grid-template-columns:1.2fr 1fr}}
.pictures{display:grid;gap:.7rem;list-style:none;margin:0;padding:0}
.pictures img{display:block;width:100%;height:auto;border-radius:.7rem;background:#fff;border:1px solid var(--line)}
.big{font-size:1.5rem}
.order,.go{display:inline-block;background:var(--brand);color:var(--on-brand);padding:.8rem 1.2rem;border-radius:.7rem;font-weight:700;text-decoration:none;border:2px solid var(--accent)}
.order{display:block;text-align:center;margin:1rem 0}
.proof{margin:-.4rem 0 1rem;font-size:.9rem}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:1rem 0}
dt{color:var(--soft)}dd{margin:0}
form{display:flex;gap:.5rem;flex-wrap:wrap;margin-top:1rem}
input,button,select{font:inherit;padding:.7rem .9rem;border-radius:.7rem;border:1px solid var(--soft);background:var(--raised);color:inherit;min-height:2.9rem}
input{flex:1 1 12rem;min-width:0}
nav{display:flex;justify-content:space-between;gap:1rem;margin:1.5rem 0}
@media print{header{background:none;color:#000}.order,form,nav,.report{display:none}.grid{grid-template-columns:repeat(4,1fr)}body{background:#fff;color:#000}}
`
