/** The countries the supplier delivers to, in alphabetical order. */
export const countries: readonly string[] = [
  'Argentina',
  'Australia',
  'Austria',
  'Belgium',
  'Brazil',
  'Bulgaria',
  'Canada',
  'Chile',
  'Croatia',
  'Cyprus',
  'Czechia',
  'Denmark',
  'Estonia',
  'Finland',
  'France',
  'Germany',
  'Greece',
  'Hungary',
  'Iceland',
  'India',
  'Ireland',
  'Italy',
  'Japan',
  'Kenya',
  'Latvia',
  'Lithuania',
  'Luxembourg',
  'Malta',
  'Mexico',
  'Morocco',
  'Netherlands',
  'New Zealand',
  'North Macedonia',
  'Norway',
  'Poland',
  'Portugal',
  'Romania',
  'Singapore',
  'Slovakia',
  'Slovenia',
  'South Africa',
  'South Korea',
  'Spain',
  'Sweden',
  'Switzerland',
  'Türkiye',
  'United Kingdom',
  'United States',
  'Vietnam',
];

/** At most eight countries that contain the text, those that begin with it first. Empty text matches none. */
export function suggestCountries(text: string): readonly string[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const place = (country: string) => country.toLowerCase().indexOf(wanted);
  const begin = countries.filter((country) => place(country) === 0);
  const contain = countries.filter((country) => place(country) > 0);
  return [...begin, ...contain].slice(0, 8);
}
