/** Words after which a page is not what is counted: `all orders of page 2` names one page. */
const bound = [
  ...['of|on|in|at|from|to|for|with|within|and|or|by|per|the|a|an|this|that|my|your|our|its|is|are'],
  ...[
    'der|die|das|den|dem|des|diese[rmns]?|eine[rmns]?|auf|aus|von|vom|im|am|zu|zur|mit|und|oder|für|nach|pro',
  ],
  ...[
    'de|des|du|la|le|les|en|sur|dans|cette|et|del|el|esta|y|da|do|na|no|desta|nesta|e|di|della|nella|sulla|questa',
  ],
  ...['op|van|deze|het|på|av|denna|den|denne|af|og|och'],
].join('|');

/** What may stand between `every` and `page`: a blank, or up to two words, as in `every result page`. */
const gap = `(?: (?!(?:${bound}) )\\p{L}[\\p{L}\\d'’-]*){0,2} `;

/** How languages name several pages, or a page that is one of several. A plain `this page` is none of them. */
const byLanguage = {
  english: [
    ...[
      'pages',
      `(?:all|each|every|next|following|further|subsequent|other|last|final)${gap}page`,
      'page through',
    ],
    ...[
      "through (?:[\\p{L}'’-]+ ){1,4}(?:with|by|via|using|clicking|pressing) (?:on )?(?:the )?\\P{L}?next",
      '(?:click|press)(?:ing)? (?:on )?(?:the )?\\P{L}?next',
    ],
    ...['page (?:by|after|to) page', 'page \\d+ ?(?:to|through|and|&|-|–) ?(?:page )?\\d+'],
    ...['paginat(?:e|ed|ion)', '(?:load|show|view|see) more'],
  ],
  german: [
    ...['seiten', `(?:jede[rmns]?|nächste[rns]?|folgende[rn]?|weitere[rn]?|letzte[rn]?|alle)${gap}seite`],
    ...['seite (?:für|um|nach) seite', 'seite \\d+ (?:bis|und) \\d+'],
  ],
  french: [`chaque${gap}page`, 'page (?:suivante|par page|après page)', 'dernière page'],
  spanish: [
    'páginas',
    'paginas',
    `(?:cada|siguiente|próxima|última)${gap}página`,
    'página (?:siguiente|por página)',
  ],
  portuguese: [`(?:cada|próxima|seguinte|toda)${gap}página`, 'página (?:seguinte|a página)'],
  italian: ['pagine', `(?:ogni|prossima|ultima)${gap}pagina`, 'pagina (?:successiva|per pagina)'],
  dutch: ["pagina['’]s", `(?:elke|iedere|volgende|laatste)${gap}pagina`],
  swedish: ['sidor(?:na)?', `(?:varje|nästa|sista)${gap}sida`],
  danishAndNorwegian: ['sider(?:ne)?', 'sidene', `(?:hver|næste|neste|sidste|siste)${gap}side`],
  polish: ['stron(?:ach|ami)?', '(?:każd|następn|kolejn|ostatni|wszystki)\\p{L}+ stron\\p{L}'],
  czech: ['stránk(?:ách|ami)', '(?:každ|další|všech|následujíc)\\p{L}* strán\\p{L}+'],
  russian: ['страниц(?:ах|ам|ами)?', '(?:кажд|следующ|последн|все)\\p{L}* страниц\\p{L}'],
  ukrainian: ['сторін(?:ках|ками|ок)', '(?:кожн|наступн|останн|всі|усі)\\p{L}* сторінк\\p{L}'],
  turkish: ['sayfalar\\p{L}*', '(?:her|sonraki|tüm)(?: bir)? sayfa\\p{L}*'],
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
