import { expect, it } from 'vitest';
import { setUpReading } from '../frames/frames.test-helpers.ts';

const context = setUpReading();

it('a blank at an end of a value is shown, so that a field that refuses `ann ` can be understood', async () => {
  const { text } = await context.open(`<input aria-label="Login" value="ann ">
    <input aria-label="City" value="   Łódź 🌆\u00a0\u00a0"><input aria-label="Blank" value="  ">
    <textarea aria-label="Note">one
two
</textarea><input aria-label="None" value="">`);
  const view = await text();
  expect(view).toContain('textbox "Login" ="ann "');
  expect(view).toContain('textbox "City" =" Łódź 🌆 "');
  expect(view).toContain('textbox "Blank" =" "');
  expect(view).toContain('textbox "Note" ="one two "');
  expect(view).toContain('textbox "None" =empty');
});

it('a blank at the end of a long value is shown', { tags: ['extended'] }, async () => {
  const { text } = await context.open(`<input aria-label="Long" value="${'word '.repeat(60)}">`);
  expect(await text()).toMatch(/textbox "Long" =".* word "$/m);
});

it('data is extracted without the blanks around a value', { tags: ['extended'] }, async () => {
  const { text } = await context.open('<input aria-label="Login" value=" ann "><p>After</p>');
  expect(await text('extract')).toMatch(/Login: ann$/m);
});
