import { countries } from './data/countries.ts';
import { isDate } from './format.ts';
import { textOf } from './request.ts';
import type { DemoMessage } from './state.ts';

/** What a visitor may write about. */
export const topics: readonly string[] = [
  'Order question',
  'Delivery',
  'Invoice',
  'Product information',
  'Return',
  'Something else',
];

/** A field of the form that can be wrong. */
export type ContactField = 'name' | 'email' | 'topic' | 'date' | 'country' | 'message';

/** What is wrong, field by field; empty when all is well. */
export type ContactErrors = Readonly<Partial<Record<ContactField, string>>>;

/** A posted form as the visitor filled it in. */
export interface ContactForm extends Readonly<Record<ContactField, string>> {
  /** `1` to `5`, anything else is no rating. */
  readonly rating: string;
  readonly copy: boolean;
}

/** Takes the form out of a request's fields; absent fields are empty. */
export function readContactForm(fields: URLSearchParams): ContactForm {
  return {
    name: textOf(fields, 'name'),
    email: textOf(fields, 'email'),
    topic: textOf(fields, 'topic'),
    date: textOf(fields, 'date'),
    country: textOf(fields, 'country'),
    message: textOf(fields, 'message').replaceAll('\r\n', '\n'),
    rating: textOf(fields, 'rating'),
    copy: fields.has('copy'),
  };
}

/** Checks every field and reports all that is wrong at once. */
export function checkContactForm(form: ContactForm): ContactErrors {
  const errors: Partial<Record<ContactField, string>> = {};
  if (form.name === '') errors.name = 'Enter your name.';
  if (!/^\S+@\S+\.\S+$/.test(form.email)) errors.email = 'Enter an e-mail address like name@company.example.';
  if (!topics.includes(form.topic)) errors.topic = 'Choose a topic.';
  if (form.date !== '' && !isDate(form.date)) errors.date = 'Enter a date like 2026-05-30.';
  if (countryOf(form) === undefined) errors.country = 'Choose a country from the list.';
  if (form.message.length < 10) errors.message = 'Write at least 10 characters.';
  return errors;
}

/** The message to keep, from a form without errors. */
export function messageFrom(form: ContactForm, reference: string): DemoMessage {
  return {
    reference,
    name: form.name,
    email: form.email,
    topic: form.topic,
    preferredDate: form.date === '' ? null : form.date,
    country: countryOf(form) ?? form.country,
    rating: /^[1-5]$/.test(form.rating) ? Number(form.rating) : null,
    sendCopy: form.copy,
    message: form.message,
  };
}

function countryOf({ country }: ContactForm): string | undefined {
  return countries.find((name) => name.toLowerCase() === country.toLowerCase());
}
