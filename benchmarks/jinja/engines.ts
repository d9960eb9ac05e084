import { Template } from '@huggingface/jinja';
import { Environment } from '@runwright/jinja';
import { Environment as MiniJinja } from 'minijinja-js';
import nunjucks from 'nunjucks';
import type { Sample } from './samples.ts';

type Data = Sample['data'];

/** One template engine with escaping off, which is what the others have in common. */
export interface Engine {
  readonly name: string;
  /** Compiles a template and renders it once. */
  once(text: string, data: Data): string;
  /** Compiles a template, to be rendered many times. */
  compile(text: string, data: Data): () => string;
}

/** This project's engine first, then those it is compared with. */
export function engines(): readonly Engine[] {
  return [ours(), ofNunjucks(), ofHuggingFace(), ofMiniJinja()];
}

function ours(): Engine {
  const environment = new Environment();
  return {
    name: '@runwright/jinja',
    once: (text, data) => environment.compile(text).render(data),
    compile: (text, data) => {
      const template = environment.compile(text);
      return () => template.render(data);
    },
  };
}

function ofNunjucks(): Engine {
  const environment = new nunjucks.Environment(null, { autoescape: false });
  return {
    name: 'nunjucks',
    once: (text, data) => nunjucks.compile(text, environment).render(data),
    compile: (text, data) => {
      const template = nunjucks.compile(text, environment);
      return () => template.render(data);
    },
  };
}

function ofHuggingFace(): Engine {
  return {
    name: '@huggingface/jinja',
    once: (text, data) => new Template(text).render(data),
    compile: (text, data) => {
      const template = new Template(text);
      return () => template.render(data);
    },
  };
}

/** Written in Rust: every render hands its data over to WebAssembly, and that is part of what it costs. */
function ofMiniJinja(): Engine {
  const environment = new MiniJinja();
  let templates = 0;
  return {
    name: 'minijinja-js',
    once: (text, data) => environment.renderStr(text, data),
    compile: (text, data) => {
      templates += 1;
      const name = `template ${templates}`;
      environment.addTemplate(name, text);
      return () => environment.renderTemplate(name, data);
    },
  };
}
