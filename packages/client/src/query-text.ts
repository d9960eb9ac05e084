/**
 * Writes the parameters of a query: an array as one parameter for each item, an object as `name[member]=value`, every name and value
 * encoded. Members without a value are left out.
 */
export function queryText(query: object): string {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    if (Array.isArray(value)) for (const item of value) text.append(name, String(item));
    else if (typeof value === 'object')
      for (const [member, item] of Object.entries(value)) text.append(`${name}[${member}]`, String(item));
    else text.append(name, String(value));
  }
  return text.toString();
}
