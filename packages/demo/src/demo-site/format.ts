/** Currencies the supplier invoices in. */
export type DemoCurrency = 'EUR' | 'USD' | 'GBP';

/** `128450` cents as `€1,284.50`. */
export function formatMoney(cents: number, currency: DemoCurrency): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-03-04` as `4 Mar 2026`. */
export function formatDate(isoDate: string): string {
  const [year, month, day] = isoDate.split('-').map(Number);
  return `${day} ${months[Number(month) - 1]} ${year}`;
}

/** True for a day that exists, written `yyyy-mm-dd`. */
export function isDate(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text;
}
