import { describe, expect, it } from 'vitest';
import { namesSeveralPages } from './names-several-pages.ts';

describe('namesSeveralPages', () => {
  it.each([
    ...[
      'All orders of all pages.',
      'Every order, on every page',
      'The orders of pages 1 to 3',
      'Page 1 to 3',
      'ALL PAGES',
    ],
    ...['List the orders page by page', 'Follow the\nnext  page until the last', 'Load more and take all'],
    ...['Use the pagination', 'Alle Bestellungen auf allen Seiten', 'Die Preise jeder Seite'],
    ...['Toutes les commandes, page suivante comprise', 'Los pedidos de todas las páginas', 'Cada página'],
    ...['Gli ordini di ogni pagina', "De orders van alle pagina's", 'Varje sida', 'Заказы всех страниц'],
    ...['The orders of every result page', 'The total of each single page'],
    ...['Follow the next search result page', 'Die Preise jeder einzelnen Seite', 'Nächste freie Seite'],
    ...[
      'I prezzi di ogni singola pagina',
      'Varje enskild sida',
      'Hver enkelt side',
      'Her bir sayfadaki fiyat',
    ],
    ...['Go through all results with Next', 'Click "Next" and take the orders', 'Press the Next button'],
    ...['所有页的订单', '全ページの注文', '모든 페이지의 주문'],
  ])('finds them in "%s"', (goal) => {
    expect(namesSeveralPages(goal)).toBe(true);
  });

  it.each([
    ...[
      'All products.',
      'Every order of the table.',
      'The orders of the table on this page.',
      'The page title',
    ],
    ...['The total of this page', 'All items on page 2', 'Every row of page 2', 'All orders of the page'],
    ...['All prices, page title', 'Every price this page shows', 'The next delivery on this page'],
    ...[
      'Rows with next delivery',
      'Alle Preise der Seite',
      'Jede Zeile auf Seite 2',
      'Cada fila de esta página',
    ],
    ...['Homepages', 'Alle Preise dieser Seite', 'このページの注文', 'The orders of page 2', ''],
  ])('finds none in "%s"', (goal) => {
    expect(namesSeveralPages(goal)).toBe(false);
  });
});
