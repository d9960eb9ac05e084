import type { DemoCurrency } from '../format.ts';

/** Who ordered, where it goes and in which currency it is paid. */
export interface DemoCustomer {
  readonly name: string;
  readonly contact: string;
  /** Lines of the postal address, country last. */
  readonly address: readonly string[];
  readonly currency: DemoCurrency;
}

/** The customers behind the orders. */
export const demoCustomers: readonly DemoCustomer[] = [
  customer('Aldermoor Cycles', 'Priya Shah', 'GBP', '14 Tannery Lane', 'Leeds LS9 8AA', 'United Kingdom'),
  customer('Bäckerei Sonnentor', 'Jonas Weber', 'EUR', 'Lindenstraße 7', '80331 München', 'Germany'),
  customer(
    'Cobalt Robotics',
    'Dana Ortiz',
    'USD',
    '2200 Mission Boulevard',
    'Austin, TX 78701',
    'United States',
  ),
  customer('Delacroix & Fils', 'Margaux Petit', 'EUR', '31 rue des Halles', '69002 Lyon', 'France'),
  customer(
    'Evergreen Nurseries',
    'Tom Hadley',
    'GBP',
    'Mill Farm, Church Road',
    'Exeter EX2 4QQ',
    'United Kingdom',
  ),
  customer('Fjordkraft Boats', 'Ingrid Solberg', 'EUR', 'Havnegata 3', '5003 Bergen', 'Norway'),
  customer(
    'Granite Peak Outfitters',
    'Luis Romero',
    'USD',
    '88 Canyon Drive',
    'Boulder, CO 80302',
    'United States',
  ),
  customer("O'Neill Joinery", 'Aoife Byrne', 'EUR', '5 Quay Street', 'Galway H91 T8N2', 'Ireland'),
  customer('Polaris Print Studio', 'Sofia Conti', 'EUR', 'Via Torino 19', '20123 Milano', 'Italy'),
];

function customer(
  name: string,
  contact: string,
  currency: DemoCurrency,
  ...address: readonly string[]
): DemoCustomer {
  return { name, contact, address, currency };
}
