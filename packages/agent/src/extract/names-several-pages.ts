/** How languages name several pages, or a page that is one of several. A plain `this page` is none of them. */
const byLanguage = {
  english: [
    ...[
      'pages',
      '(?:all|each|every|next|following|further|subsequent|other|last|final) page',
      'page through',
    ],
    ...['page (?:by|after|to) page', 'page \\d+ ?(?:to|through|and|&|-|–) ?(?:page )?\\d+'],
    ...['paginat(?:e|ed|ion)', '(?:load|show|view|see) more'],
  ],
  german: [
    ...['seiten', '(?:jede[rmns]?|nächste[rns]?|folgende[rn]?|weitere[rn]?|letzte[rn]?|alle) seite'],
    ...['seite (?:für|um|nach) seite', 'seite \\d+ (?:bis|und) \\d+'],
  ],
  french: ['chaque page', 'page (?:suivante|par page|après page)', 'dernière page'],
  spanish: [
    'páginas',
    'paginas',
    '(?:cada|siguiente|próxima|última) página',
    'página (?:siguiente|por página)',
  ],
  portuguese: ['(?:próxima|seguinte|toda) página', 'página (?:seguinte|a página)'],
  italian: ['pagine', '(?:ogni|prossima|ultima) pagina', 'pagina (?:successiva|per pagina)'],
  dutch: ["pagina['’]s", '(?:elke|iedere|volgende|laatste) pagina'],
  swedish: ['sidor(?:na)?', '(?:varje|nästa|sista) sida'],
  danishAndNorwegian: ['sider(?:ne)?', 'sidene', '(?:hver|næste|neste|sidste|siste) side'],
  polish: ['stron(?:ach|ami)?', '(?:każd|następn|kolejn|ostatni|wszystki)\\p{L}+ stron\\p{L}'],
  czech: ['stránk(?:ách|ami)', '(?:každ|další|všech|následujíc)\\p{L}* strán\\p{L}+'],
  russian: ['страниц(?:ах|ам|ами)?', '(?:кажд|следующ|последн|все)\\p{L}* страниц\\p{L}'],
  ukrainian: ['сторін(?:ках|ками|ок)', '(?:кожн|наступн|останн|всі|усі)\\p{L}* сторінк\\p{L}'],
  turkish: ['sayfalar\\p{L}*', '(?:her|sonraki|tüm) sayfa\\p{L}*'],
} as const;

const inWords = new RegExp(`(?<!\\p{L})(?:${Object.values(byLanguage).flat().join('|')})(?!\\p{L})`, 'iu');
/** Chinese, Japanese and Korean, whose words no blanks divide. */
const inCharacters =
  /(?:所有|全部|每|各|下一|多)[个個一]?[页頁]|(?:全て|すべて|全|各|次)の?ページ|(?:모든|전체|각|다음)\s*페이지/u;

/** Returns whether a goal asks for data of several pages, such as `All orders of all pages` or `Die Preise jeder Seite`. */
export function namesSeveralPages(goal: string): boolean {
  const text = goal.replace(/\s+/g, ' ');
  return inWords.test(text) || inCharacters.test(text);
}
