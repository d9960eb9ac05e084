import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Site,
  startSite,
  startTypingService,
  type TypingService,
} from './typed-secrets.test-helpers.ts';

const token = 'fade-bead-cafe';

/** Ways by which a program can ask for a text of the page; each resolves when the text is there. */
const questions: Readonly<Record<string, string>> = {
  'selecting its text': `await page.selectText('Typed: ' + guess); await page.click(field.id);`,
  'waiting for its text': `await page.wait({ text: 'Typed: ' + guess });`,
  'choosing it in a select': `await page.select(choice.id, 'Word ' + guess);`,
  'choosing it in a list': `await page.select(list.id, 'Word ' + guess);`,
};

const option = (text: string): string =>
  `<div role="option" aria-selected="false" tabindex="0" onclick="this.ariaSelected = 'true'"
    ${text === '' ? 'class="typed"' : ''}>${text}</div>`;

describe('texts that are masked', { tags: ['security', 'extended'] }, () => {
  let own: Site;
  let typing: TypingService;

  beforeAll(async () => {
    own = await startSite('127.0.0.1', (_request, response) => {
      response.end(`<label>Token <input></label><p></p>
        <label>Choice <select><option>None</option><option class="typed"></option></select></label>
        <div role="listbox">${['List', ''].map(option).join('')}</div>
        <script>
          document.querySelector('input').oninput = ({ target: { value } }) => {
            document.querySelector('p').textContent = 'Typed: ' + value + ' today';
            for (const option of document.querySelectorAll('.typed')) option.textContent = 'Word ' + value;
          };
        </script>`);
    });
    typing = await startTypingService([own]);
  });
  afterAll(async () => {
    await typing?.service.close();
    await own?.[Symbol.asyncDispose]();
  });

  it.each(Object.keys(questions))(
    'a program cannot read a token that its site shows letter by letter, by %s',
    async (question) => {
      const { status, reason, output } = await typing.run(
        `await page.goto('${own.origin}/');
         const named = async (name) => (await page.elements()).find((each) => each.name === name);
         const [field, choice, list] = [await named('Token'), await named('Choice'), await named('List')];
         await page.fill(field.id, login.secret_value);
         const masked = await page.text();
         const isThere = async (guess) => {
           try { ${questions[question]} return true; } catch { return false; }
         };
         return { masked, isAllThere: await isThere(''), isLetterThere: await isThere('f') };`,
        {
          credential_type: 'secret',
          credential: { secret_value: token },
          allowed_hosts: [own.origin],
        },
      );
      expect({ status, reason }).toEqual({ status: 'completed', reason: null });
      expect(output.masked).toContain('Typed: ');
      expect(output.masked).not.toContain(token);
      expect(output).toMatchObject({ isAllThere: true, isLetterThere: false });
    },
  );
});
