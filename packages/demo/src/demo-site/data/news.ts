/** What is new at the supplier, as the home page tells it. */
export interface DemoNews {
  readonly title: string;
  /** `yyyy-mm-dd`. */
  readonly publishedOn: string;
  readonly text: string;
}

/** The news, newest first. */
export const demoNews: readonly DemoNews[] = [
  {
    title: 'Honeycomb paper is back in May',
    publishedOn: '2026-04-28',
    text: 'The new machine runs. Reserve your rolls with the contact form and we ship the day they arrive.',
  },
  {
    title: 'Stainless bolts now in boxes of 200',
    publishedOn: '2026-04-09',
    text: 'You asked for smaller boxes. The price per bolt stays the same, and every box is recyclable.',
  },
  {
    title: 'Free delivery from 250 euros',
    publishedOn: '2026-03-17',
    text: 'Orders of 250 euros and more travel free to every country that we deliver to.',
  },
];
