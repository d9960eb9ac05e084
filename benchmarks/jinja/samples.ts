/** A template and the data it is rendered with. */
export interface Sample {
  readonly name: string;
  readonly text: string;
  readonly data: Record<string, unknown>;
}

const rows = Array.from({ length: 20 }, (_, index) => ({
  id: index,
  name: `row ${index}`,
  price: index * 1.5 + 0.25,
}));

// No line ends in a block tag: @huggingface/jinja always drops the line break there.
const section = (number: number) => `## ${number}. {{ title | upper }}

Dear {{ user.name | default('reader') }},
{% if count > ${number * 10} %}there are more than ${number * 10} of them{% elif count == ${number * 10} %}there are
just ${number * 10} of them{% else %}there are {{ count }} of them, {{ ${number * 10} - count }} less
than wanted{% endif %}. {% set total${number} = count * ${number} + 1 %}The total is {{ total${number} }},
see [the list]({{ base ~ '/' ~ user.id }}).

{% for tag in tags %}{{ loop.index }}: {{ tag }}{% if not loop.last %}, {% endif %}{% endfor %} and no more.

`;

/** What all the engines can render, and print the same text for. */
export const samples: readonly Sample[] = [
  {
    name: 'interpolation',
    text: 'Hello {{ user.name }}!',
    data: { user: { name: 'Ann', age: 36 } },
  },
  {
    name: 'condition',
    text: '{% if n > 100 %}a{% elif n > 10 %}b{% else %}c{% endif %}',
    data: { n: 50 },
  },
  {
    name: '20-row loop',
    text: '{% for row in rows %}{{ row.name }}: {{ row.price }}\n{% endfor %}',
    data: { rows },
  },
  {
    name: '200 lines',
    text: Array.from({ length: 20 }, (_, index) => section(index + 1))
      .join('')
      .trimEnd(),
    data: {
      title: 'Report',
      user: { id: 7, name: 'Ann' },
      count: 100,
      base: 'https://example.org',
      tags: ['red', 'green', 'blue'],
    },
  },
];
