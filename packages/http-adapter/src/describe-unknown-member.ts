import type { UnknownMember } from '@runwright/core';

/** A member of a request that its route does not know, in words. */
export interface DescribedMember {
  readonly path: readonly string[];
  readonly message: string;
  /** Name that was most likely meant; null when none resembles it. */
  readonly suggestion: string | null;
  /** Whether the request does something else than its sender believes, when the member has no effect. */
  readonly isSerious: boolean;
}

/** Longest part of a name that is repeated. */
const maxLength = 100;

/**
 * Describes an unknown member with what is most likely meant, or with what there is. It is serious when its name resembles a
 * known one, is about money, limits, webhooks or permissions, or is a part of the name of a known limit: `steps` of `max_steps`.
 */
export function describeUnknownMember({ path, name, known, meant }: UnknownMember): DescribedMember {
  const shown = name.slice(0, maxLength).toWellFormed();
  const place = [...path.slice(0, -1).map(String), shown];
  const lead = `There is no member \`${shown}\` here`;
  if (meant !== null)
    return {
      path: place,
      message: `${lead}. Did you mean \`${meant}\`?`,
      suggestion: meant,
      isSerious: true,
    };
  const topic = topics.find(({ words }) => words.test(asWords(name)));
  const limits = topic ? [] : findLimits(name, known);
  if (!topic && limits.length === 0) {
    const message = `${lead}, so its value is not used. ${listMembers(known)}`;
    return { path: place, message, suggestion: null, isSerious: false };
  }
  const { called } = topic ?? limit;
  const related = topic ? known.filter((one) => topic.words.test(asWords(one))) : limits;
  const [only, ...others] = related;
  const remedy =
    only === undefined ? 'Leave it out.' : `Use ${inBackticks(related, ' or ')}, or leave it out.`;
  return {
    path: place,
    message: `${lead}, and it names ${called}. ${remedy}`,
    suggestion: only !== undefined && others.length === 0 ? only : null,
    isSerious: true,
  };
}

const limit = {
  called: 'a limit',
  words: /\b(?:max|limit|quota|time ?out|deadline|expir|retention|(?:caps?|ttl|retries)\b)/,
};

/** Subjects of members that must not be ignored, with the beginnings of their words. */
const topics: readonly { readonly called: string; readonly words: RegExp }[] = [
  { called: 'money', words: /\b(?:price|budget|spend|money|(?:costs?|credits?|usd|dollars?|fees?)\b)/ },
  limit,
  { called: 'a webhook', words: /\b(?:web ?hook|call ?back|notif|hooks?\b)/ },
  { called: 'a permission', words: /\b(?:scope|permission|allow|deny|denied|restrict|read ?only|roles?\b)/ },
];

/** Returns the known names of limits that contain all words of a name. */
function findLimits(name: string, known: readonly string[]): readonly string[] {
  const words = splitWords(name);
  if (words.length === 0) return [];
  return known.filter((one) => {
    const others = new Set(splitWords(one));
    return limit.words.test(asWords(one)) && words.every((word) => others.has(word));
  });
}

function splitWords(name: string): readonly string[] {
  return asWords(name)
    .split(' ')
    .filter((word) => word !== '');
}

/** Returns a name as separate words: `maxRetries` and `max-retries` become `max retries`. */
function asWords(name: string): string {
  return name
    .slice(0, maxLength)
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .replace(/[^A-Za-z\d]+/g, ' ')
    .toLowerCase();
}

function listMembers(known: readonly string[]): string {
  if (known.length === 0) return 'Nothing is expected.';
  return `There ${known.length === 1 ? 'is only' : 'are'} ${inBackticks(known, ' and ')}.`;
}

function inBackticks(names: readonly string[], last: string): string {
  const quoted = names.map((name) => `\`${name}\``);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')}${last}${quoted.at(-1)}`;
}
