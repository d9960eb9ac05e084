import type { Runtime } from '../runtime.ts';

const words = (
  'a ac accumsan ad adipiscing aenean aliquam aliquet amet ante aptent arcu at auctor augue bibendum blandit class ' +
  'commodo condimentum congue consectetuer consequat convallis cras cubilia cum curabitur cursus dapibus diam dictum ' +
  'dignissim dis dolor donec dui duis egestas eget eleifend elementum elit enim erat eros est et etiam eu facilisi ' +
  'facilisis fames faucibus felis fermentum feugiat fringilla fusce gravida habitant hendrerit hymenaeos iaculis id ' +
  'imperdiet in inceptos integer interdum ipsum justo lacinia lacus laoreet lectus leo libero ligula litora lobortis ' +
  'lorem luctus maecenas magna magnis malesuada massa mattis mauris metus mi molestie mollis montes morbi mus nam ' +
  'nascetur natoque nec neque netus nibh nisi nisl non nonummy nostra nulla nullam nunc odio orci ornare parturient'
).split(' ');

/** Paragraphs of placeholder words, each of `min` to before `max` words, in sentences. */
export function loremIpsum(rt: Runtime, paragraphs: number, html: boolean, min: number, max: number): string {
  const texts: string[] = [];
  let size = 0;
  for (let index = 0; index < paragraphs; index += 1) {
    const count = min + Math.floor(rt.facilities.random() * Math.max(0, max - min));
    const words = paragraph(rt, count);
    const text = html ? `<p>${words}</p>` : words;
    size += text.length + 2;
    rt.meter.grow(size, text.length);
    texts.push(text);
  }
  return texts.join(html ? '\n' : '\n\n');
}

function paragraph(rt: Runtime, count: number): string {
  let text = '';
  let untilStop = 0;
  for (let index = 0; index < count; index += 1) {
    const word = words[Math.floor(rt.facilities.random() * words.length)] ?? '';
    const starts = untilStop === 0;
    if (starts) untilStop = 4 + Math.floor(rt.facilities.random() * 12);
    untilStop -= 1;
    const shown = starts ? word.charAt(0).toUpperCase() + word.slice(1) : word;
    const stop = untilStop === 0 || index === count - 1 ? '.' : '';
    text += (index === 0 ? '' : ' ') + shown + stop;
    rt.meter.grow(text.length, shown.length);
  }
  return text;
}
