import { inWords } from '../../../../lib/format.ts';
import { parameterTypeWords } from '../../../run-parameters/type-words.ts';

const storages = { s3: 'S3', azure: 'Azure', google_drive: 'Google Drive', sftp: 'SFTP' };

/** Words of values that say too little by themselves, by member. */
const known: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  criteria_type: { jinja2_template: 'Template', prompt: 'Question to a model' },
  engine: {
    'service-1.0': 'Step by step (service-1.0)',
    'service-2.0': 'With a plan (service-2.0)',
    'cua-a': 'By the picture of the page (cua-a)',
    'cua-b': 'By the picture of the page (cua-b)',
    'ui-agent': 'By the picture of the page (ui-agent)',
  },
  ai_fallback: { fallback: 'When the selector finds nothing', proactive: 'Always' },
  on_worker_lost: { repeat: 'Repeat the attempt', fail: 'Fail' },
  download_target: { website: 'Stays in the run', ...storages },
  storage_type: storages,
  file_type: {
    ...{ auto_detect: 'Found by the content', csv: 'CSV', excel: 'Excel', pdf: 'PDF' },
    ...{ image: 'Image', docx: 'Word (docx)', zip: 'ZIP' },
  },
  language: { javascript: 'JavaScript', typescript: 'TypeScript' },
};

/** Returns a value of an enumeration as a form shows it; one that is no word of code, such as `A4`, stays as it is. */
export function wordsOfValue(member: string, value: string): string {
  if (member === 'workflow_parameter_type') return parameterTypeWords(value);
  if (member === 'proxy_location') return locationWords(value);
  const words = known[member];
  if (words && Object.hasOwn(words, value)) return words[value] ?? value;
  return /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(value) ? inWords(value) : value;
}

function locationWords(value: string): string {
  if (value === 'NONE') return 'No proxy';
  if (value === 'RESIDENTIAL') return 'United States';
  if (value === 'RESIDENTIAL_ISP') return 'United States (internet provider)';
  const [, state] = /^US-([A-Z]{2})$/.exec(value) ?? [];
  if (state !== undefined) return `United States, ${state}`;
  const [, country] = /^RESIDENTIAL_([A-Z]{2})$/.exec(value) ?? [];
  if (country === undefined) return value;
  return new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? value;
}
