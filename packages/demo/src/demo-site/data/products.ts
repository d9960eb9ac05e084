/** The four shelves of the catalog. */
export type DemoCategory = 'Packaging' | 'Fasteners' | 'Safety' | 'Workshop';

/** One product of the catalog. */
export interface DemoProduct {
  readonly sku: string;
  readonly name: string;
  readonly category: DemoCategory;
  readonly description: string;
  /** Price of one unit, in euro cents. */
  readonly priceCents: number;
  /** What one unit is, such as `box of 200`. */
  readonly unit: string;
  /** Units in the warehouse; 0 is out of stock. */
  readonly stock: number;
}

/** The whole catalog, in the order in which `/catalog` shows it. */
export const demoProducts: readonly DemoProduct[] = [
  product(
    'NW-101',
    'Corrugated box 40 × 30 × 20 cm',
    'Packaging',
    'Double-wall board, carries 25 kg',
    2480,
    'bundle of 20',
    340,
  ),
  product(
    'NW-102',
    'Paper packing tape 50 mm',
    'Packaging',
    'Water-activated glue, reinforced',
    690,
    'roll of 66 m',
    1280,
  ),
  product(
    'NW-103',
    'Stretch film 500 mm',
    'Packaging',
    '23 µm, half recycled material',
    1145,
    'roll of 300 m',
    96,
  ),
  product('NW-104', 'Honeycomb padding paper', 'Packaging', 'Replaces bubble wrap', 3890, 'roll of 250 m', 0),
  product(
    'NW-201',
    'Hex bolt M8 × 40, stainless',
    'Fasteners',
    'A2-70, fully threaded',
    1860,
    'box of 200',
    512,
  ),
  product('NW-202', 'Wood screw 5 × 60', 'Fasteners', 'Countersunk, T25 drive', 1420, 'box of 500', 770),
  product('NW-203', 'Wall plug 8 mm', 'Fasteners', 'For concrete, brick & drywall', 535, 'box of 100', 45),
  product('NW-204', 'Cable tie 200 × 4.8 mm', 'Fasteners', 'UV-resistant, black', 480, 'bag of 100', 2100),
  product('NW-301', 'Nitrile gloves, size L', 'Safety', 'Powder-free, 0.12 mm', 1275, 'box of 100', 630),
  product('NW-302', 'Safety glasses "ClearView"', 'Safety', 'Anti-fog, scratch-resistant', 845, 'piece', 184),
  product('NW-303', 'First-aid kit, 64 parts', 'Safety', 'For up to 20 people', 4950, 'piece', 27),
  product('NW-401', 'Utility knife with 5 blades', 'Workshop', 'Retracts by itself', 1190, 'piece', 215),
  product('NW-402', 'Digital caliper 150 mm', 'Workshop', 'Reads to 0.01 mm', 3640, 'piece', 0),
  product('NW-403', 'Bench vise 125 mm', 'Workshop', 'Ductile iron, swivel base', 11900, 'piece', 12),
];

function product(
  sku: string,
  name: string,
  category: DemoCategory,
  description: string,
  priceCents: number,
  unit: string,
  stock: number,
): DemoProduct {
  return { sku, name, category, description, priceCents, unit, stock };
}
