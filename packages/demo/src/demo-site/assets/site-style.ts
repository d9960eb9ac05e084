/** The style sheet of the whole portal. */
export const siteStyle = `:root {
  --ink: #12343b; --soft: #5b7076; --line: #dbe4e6; --paper: #f5f8f8;
  --brand: #1c7c7d; --brand-dark: #135f60; --sun: #f4b740; --bad: #b3372c;
}
* { box-sizing: border-box }
body {
  margin: 0; min-height: 100vh; display: flex; flex-direction: column;
  background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, "Liberation Sans", Arial, sans-serif;
}
h1, h2, h3 { line-height: 1.2; margin: 0 0 12px }
h1 { font-size: 30px; margin-bottom: 18px }
h2 { font-size: 20px }
h3 { font-size: 18px }
p { margin: 0 0 12px }
a { color: var(--brand-dark) }
:focus-visible { outline: 3px solid var(--sun); outline-offset: 2px }
.muted { color: var(--soft); font-size: 14px }
.skip { position: absolute; left: -999px }
.skip:focus { left: 16px; top: 8px }

.top { background: var(--ink) }
.bar {
  max-width: 1080px; margin: 0 auto; padding: 14px 24px;
  display: flex; flex-wrap: wrap; align-items: center; gap: 16px 28px;
}
.top a { color: #fff; text-decoration: none }
.brand { display: flex; align-items: center; gap: 10px; font-weight: 700; font-size: 19px }
.brand svg { width: 32px; height: 32px }
.bar nav { display: flex; gap: 4px; flex: 1 }
.bar nav a { padding: 6px 12px; border-radius: 6px }
.bar nav a:hover, .bar nav a[aria-current] { background: #23505a }
.account { display: flex; align-items: center; gap: 14px; color: #d5e2e4; font-size: 14px }

main { flex: 1; width: 100%; max-width: 1080px; margin: 0 auto; padding: 36px 24px 56px }
footer {
  border-top: 1px solid var(--line); padding: 20px 24px; color: var(--soft); font-size: 14px;
  display: flex; justify-content: center; gap: 24px;
}
footer p { margin: 0 }
footer a { margin-right: 12px }

.button, button {
  display: inline-block; padding: 9px 18px; border: 1px solid var(--brand); border-radius: 8px;
  background: var(--brand); color: #fff; font: inherit; font-weight: 600; line-height: 1.4;
  text-decoration: none; cursor: pointer;
}
.button:hover, button:hover { background: var(--brand-dark) }
.quiet { background: #fff; color: var(--brand-dark) }
.quiet:hover { background: #e6f1f1 }
.top .quiet { background: transparent; border-color: #5f8891; color: #fff }
.top .quiet:hover { background: #23505a }
.actions { display: flex; flex-wrap: wrap; gap: 12px }

.hero {
  margin-bottom: 40px; padding: 52px 44px; border-radius: 16px; color: #fff;
  background: linear-gradient(120deg, #12343b, #1c7c7d);
}
.hero h1 { font-size: 40px; max-width: 620px; margin-bottom: 12px }
.hero p { font-size: 18px; max-width: 560px }
.hero .button { border-color: transparent }
.hero .button:first-child { background: var(--sun); color: var(--ink) }
.hero .actions { margin: 24px 0 0 }

.panel, .card { background: #fff; border: 1px solid var(--line); border-radius: 12px }
.panel { padding: 28px }
.panel.narrow { max-width: 460px; margin: 16px auto }
.panel > :last-child { margin-bottom: 0 }
.panel.flush { padding: 0; overflow-x: auto }
.cards { display: grid; grid-template-columns: repeat(3, 1fr); gap: 20px; margin: 0 0 24px; padding: 0; list-style: none }
.cards.two { grid-template-columns: 1fr 1fr }
.card { padding: 22px; overflow: hidden }
.card > :last-child { margin-bottom: 0 }

.products { grid-template-columns: repeat(4, 1fr) }
.product { display: flex; flex-direction: column; padding-top: 0 }
.product h2 { font-size: 17px; margin-bottom: 6px }
.product p { margin-bottom: 6px; font-size: 14px }
.picture { display: block; width: calc(100% + 44px); height: 104px; margin: 0 -22px 16px }
.price { margin-top: auto; padding-top: 8px }
.price strong { font-size: 19px }
.stock::before { content: ""; display: inline-block; width: 9px; height: 9px; margin-right: 7px; border-radius: 50%; background: #2f9e62 }
.stock.few::before { background: var(--sun) }
.stock.out::before { background: var(--bad) }

.headline { display: flex; flex-wrap: wrap; align-items: center; gap: 14px; margin-bottom: 20px }
.headline > * { margin: 0 }
.headline .actions { margin-left: auto }
.crumbs { margin-bottom: 12px; font-size: 14px; color: var(--soft) }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 6px 24px; margin: 0 0 20px }
dt { color: var(--soft) }
dd { margin: 0 }
address { font-style: normal }

table { width: 100%; border-collapse: collapse }
caption { padding: 16px 20px 12px; text-align: left; color: var(--soft); font-size: 14px }
th, td { padding: 11px 20px; border-top: 1px solid var(--line); text-align: left }
td:first-child, time { white-space: nowrap }
thead th { background: #eef4f4; font-size: 14px }
tbody tr:hover { background: #f7fbfb }
tfoot th { text-align: right; font-weight: 400 }
.total > * { font-weight: 700 !important; font-size: 17px }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
.badge { padding: 3px 11px; border-radius: 99px; font-size: 13px; font-weight: 600; background: #e3ecf4; color: #2b5377 }
.badge.open { background: #fdf0d5; color: #7a5406 }
.badge.processing { background: #e9e3f6; color: #51398a }
.badge.delivered { background: #dcf1e5; color: #1d6a41 }
.badge.canceled { background: #fbe4de; color: #97301f }
.pages { display: flex; justify-content: center; gap: 6px; margin-top: 20px }
.pages a { padding: 6px 13px; border: 1px solid var(--line); border-radius: 8px; background: #fff; text-decoration: none }
.pages a[aria-current] { background: var(--brand); border-color: var(--brand); color: #fff; font-weight: 700 }

.toolbar { display: flex; flex-wrap: wrap; align-items: end; gap: 14px; margin-bottom: 20px }
.grow { flex: 1; min-width: 220px }
.stack { display: grid; gap: 18px }
.grid { display: grid; grid-template-columns: 1fr 1fr; gap: 18px 20px; margin-bottom: 22px }
.wide { grid-column: 1 / -1 }
.beside { display: grid; grid-template-columns: 1fr 300px; gap: 24px; align-items: start }
.field label, .label { display: block; margin-bottom: 5px; font-size: 14px; font-weight: 600 }
input, select, textarea {
  width: 100%; padding: 9px 12px; border: 1px solid #b9c8cb; border-radius: 8px;
  background: #fff; color: inherit; font: inherit; line-height: 1.4;
}
input, select { height: 43px }
textarea { resize: vertical; display: block }
[aria-invalid] { border-color: var(--bad) }
.error { margin: 5px 0 0; color: var(--bad); font-size: 14px }
.alert { margin-bottom: 22px; padding: 11px 15px; border-left: 4px solid var(--bad); border-radius: 6px; background: #fbeae7; color: #7e2419 }
.check { display: flex; align-items: center; gap: 10px }
.check input { width: 18px; height: 18px; margin: 0 }
.combobox { position: relative }
.combobox ul {
  position: absolute; z-index: 1; left: 0; right: 0; margin: 4px 0 0; padding: 6px; list-style: none;
  background: #fff; border: 1px solid var(--line); border-radius: 8px; box-shadow: 0 10px 28px #12343b2e;
}
.combobox li { padding: 7px 10px; border-radius: 6px; cursor: pointer }
.combobox li:hover, .combobox li[aria-selected=true] { background: #e6f1f1 }

iframe { width: 100%; height: 300px; border: 1px solid var(--line); border-radius: 12px; background: #fff }
main.frame { padding: 22px; background: #fff }
@media (max-width: 860px) {
  .cards, .cards.two, .products, .grid, .beside { grid-template-columns: 1fr }
  .hero { padding: 32px 24px }
  .hero h1 { font-size: 30px }
}
`;
