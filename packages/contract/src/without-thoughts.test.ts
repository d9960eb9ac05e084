import { expect, it } from 'vitest';
import { withoutThoughts } from './without-thoughts.ts';

const draft = 'Draft: {"name": "Chair"}';
const answer = '{"name": "Lamp"}';

it.each([
  ['<think>', `<think>${draft}</think>\n\n${answer}`],
  ['<think> that is not opened', `${draft}</think>${answer}`],
  ['<thinking>', `\n<thinking>${draft}</thinking>${answer}`],
  ['<reasoning>', `<reasoning>${draft}</reasoning>${answer}`],
  ['[THINK]', `[THINK]${draft}[/THINK]${answer}`],
  ['◁think▷', `◁think▷${draft}◁/think▷${answer}`],
  ['two thoughts', `<think>${draft}</think><thinking>${draft}</thinking>${answer}`],
  [
    'channels',
    `<|channel|>analysis<|message|>${draft}<|end|><|start|>assistant<|channel|>final<|message|>${answer}<|return|>`,
  ],
  [
    'a channel with a format',
    `<|channel|>analysis<|message|>${draft}<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>${answer}`,
  ],
])('an answer has no thoughts: %s', (_name, text) => {
  expect(withoutThoughts(text)).toBe(answer);
});

it.each([
  ['<think>', answer, `<think>${draft}</think>`],
  ['<thinking>', answer, `\n<thinking>${draft}</thinking>`],
  ['[THINK]', answer, `[THINK]${draft}[/THINK]`],
  ['◁think▷', answer, `◁think▷${draft}◁/think▷`],
  ['thoughts without an end', answer, `<think>${draft}`],
  ['a fence', `\`\`\`json\n${answer}\n\`\`\``, `<think>${draft}</think>`],
  ['an element', `<answer>${answer}</answer>`, `<reflection>${draft}</reflection>`],
  ['two thoughts', answer, `<think>${draft}</think><think>${draft}</think>`],
])('thoughts that follow an answer are no part of it: %s', (_name, before, thoughts) => {
  expect(withoutThoughts(before + thoughts).trim()).toBe(before);
  expect(withoutThoughts(`<think>${draft}</think>${before}${thoughts}`).trim()).toBe(before);
});

it.each([
  `<think>${draft}`,
  `[THINK]${draft} ${answer}`,
  `<|channel|>analysis<|message|>${draft}`,
  `${draft}</think>`,
])('thoughts that have no end, or nothing after it, are no answer: %s', (text) => {
  expect(withoutThoughts(text)).toBe('');
});

it.each([
  answer,
  '{"html": "<p>a</think>b</p>"}',
  'Models write <think>…</think> before they answer.',
  'What is a <think> element?',
  '',
])('what has no thoughts stays as it is: %s', (text) => {
  expect(withoutThoughts(text)).toBe(text);
});
